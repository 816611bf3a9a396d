!!NVfp4.0
# A flow test passes if any of the four swizzled components passes.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
TEMP t;
INT TEMP n;
MOV.CC t, a;
MOV.S n, 0;
IF GT;
ADD.S n.x, n.x, 1;
ENDIF;
IF LT.xyxy;
ADD.S n.x, n.x, 2;
ENDIF;
IF LE.zzzz;
ADD.S n.x, n.x, 4;
ENDIF;
IF NAN;
ADD.S n.x, n.x, 8;
ENDIF;
IF TR;
ADD.S n.y, n.y, 1;
ENDIF;
IF FL.x;
ADD.S n.y, n.y, 2;
ENDIF;
IF EQ.wyyx;
ADD.S n.y, n.y, 4;
ENDIF;
MOV.S result.color[0], n;
END
