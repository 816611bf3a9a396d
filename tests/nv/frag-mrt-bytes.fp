!!NVfp4.0
# Eight render targets of four bytes, some not written in full or by some lanes only.
# RUN: -O0 -frt=rgba8 -verify-sim=256
# RUN: -O2 -frt=rgba8 -verify-sim=256
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
TEMP t;
MOV result.color[0], a;
MUL result.color[1], a, 0.25;
MOV result.color[2].xw, |a|;
MOV.CC t, a;
MOV result.color[3], 0.5;
MOV result.color[3] (LT), -a;
IF GT.x;
MOV result.color[4], fragment.color;
ELSE;
MOV result.color[4].xyz, 0.75;
ENDIF;
FRC result.color[5], a;
MOV result.color[6].y, 1.0;
MAD.SAT result.color[7], fragment.color, a, 0.125;
END
