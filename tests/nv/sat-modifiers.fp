!!NVfp4.0
# SAT and SSAT as dot modifiers, before and after the type and the condition code update; NaN becomes 0.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
TEMP t;
MOV.SAT result.color[0], a;
MOV.F.SSAT result.color[1], a;
ADD.SAT.F result.color[2], a, a.wzyx;
MUL.SSAT.CC t, a, 2.0;
MOV result.color[3], t;
MOV result.color[4], 0.0;
ADD result.color[4] (LT), a, 1.0;
MAD.CC1.SAT t, a, -1.0, 0.5;
MOV result.color[5], t;
MOV result.color[5].xz (EQ1), a.yyyy;
END
