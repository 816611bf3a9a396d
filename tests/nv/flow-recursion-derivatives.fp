!!NVfp4.0
# Derivatives and textures within a recursion that all fragments of a quad follow in the same way; the main program calls itself.
INT TEMP n;
TEMP t, d;
main:
ADD.S.CC n.x, n.x, 1;
SUB.S.CC n.y, n.x, 4;
IF LT.y;
  DDX t, fragment.attrib[0];
  ADD d, d, t;
  CAL main;
  TEX t, fragment.attrib[1], texture[1], 2D;
  MAD d, t, 0.25, d;
  DDY t.x, d.w;
  ADD d.x, d.x, t.x;
ENDIF;
MOV result.color, d;
END
