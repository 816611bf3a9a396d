!!NVfp4.0
# Registers, condition codes and components written in one branch only, read behind the join.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
ATTRIB b = fragment.attrib[1];
TEMP r, s;
MOV r, a;
MOV s, b;
SUB.CC r.x, a.x, b.x;
IF GT.x;
MOV.CC s.yz, a.wxyz;
MOV r.w, 1.0;
ELSE;
MUL.CC1 r.y, r.y, -2.0;
ENDIF;
MOV result.color[0], r;
MOV result.color[1], s;
MOV result.color[2], 0.0;
MOV result.color[2] (LT), 1.0;
ADD result.color[2] (LT1), r, 2.0;
END
