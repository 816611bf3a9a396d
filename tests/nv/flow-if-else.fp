!!NVfp4.0
# IF with and without ELSE, an empty branch, tests of either register.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
TEMP r, t;
MOV r, 0.0;
MOV.CC t, a;
IF GT.x;
ADD r, r, a;
ELSE;
SUB r, r, a.wzyx;
ENDIF;
IF LT.y;
MUL r.yz, r, 2.0;
ENDIF;
MOV.CC1 t, fragment.attrib[1];
IF NE1.z;
ELSE;
MOV r.w, 5.0;
ENDIF;
IF EQ0.w;
ADD r.x, r.x, 1.0;
ELSE;
ENDIF;
MOV result.color[0], r;
MOV result.color[1], t;
END
