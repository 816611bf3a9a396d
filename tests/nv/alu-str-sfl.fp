!!NVfp4.0
# STR and SFL in their three types, as values and with condition codes.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
TEMP t;
STR result.color[0].xy, a, a;
SFL result.color[0].zw, a, a;
STR.S result.color[1].xw, a, a;
SFL.S result.color[1].yz, a, a;
STR.U result.color[2].x, a, a;
SFL.U result.color[2].yzw, a, a;
SFL.CC t, a, a;
STR.CC t.yw, a, a;
MOV result.color[3], a;
MOV result.color[3] (GT), -a;
STR.S.CC1 t, a, a;
MOV result.color[4], a;
MOV result.color[4].zw (LT1), |a|;
END
