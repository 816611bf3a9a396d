!!NVfp4.0
# NAN and LEG find the NaN, which every comparison but "not equal" fails.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
TEMP t, r;
MUL.CC t, a, 0.0;
MOV r, 0.0;
MOV r (NAN), 1.0;
MOV result.color[0], r;
MOV.CC1 t, a;
MOV result.color[1], a;
MOV result.color[1] (NAN1), -1.0;
MOV result.color[2], 0.0;
MOV result.color[2] (LEG1.x), a;
IF NAN1.xyxy;
MOV result.color[3], 1.0;
ELSE;
MOV result.color[3], a.zwzw;
ENDIF;
END
