!!NVfp4.0
# The depth differs from fragment to fragment; all of them meet behind the call, so that derivatives are defined there again. In the
# subroutine they are where the quad goes the same way.
OPTION ARB_draw_buffers;
INT TEMP n;
TEMP t, d, e;
main:
ROUND.S n, fragment.attrib[0];
AND.S.CC n.x, n.x, 7;
MOV t, fragment.attrib[1];
MOV e, 0.0;
CAL fold (NE.x);
DDX d, t;
DDY e.w, t.y;
TEX e.x, fragment.attrib[2], texture[0], 2D;
MOV result.color[0], t;
MOV result.color[1], d;
MOV result.color[2], e;
RET;
fold:
MAD t, t.yzwx, 0.5, fragment.attrib[1];
SUB.S.CC n.x, n.x, 1;
IF GT.x;
  CAL fold;
ELSE;
  ADD t.x, t.x, 1.0;
ENDIF;
MUL t.y, t.y, 0.75;
END
