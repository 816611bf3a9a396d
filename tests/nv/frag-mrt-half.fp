!!NVfp4.0
# Four render targets of half floats.
# RUN: -O0 -frt=f16 -verify-sim=256
# RUN: -O2 -frt=f16 -verify-sim=256
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
TEMP t;
MOV result.color[0], a;
MUL result.color[1], a, 0.25;
MOV.CC t, fragment.attrib[1];
MOV result.color[2], t;
MOV result.color[3], 1.0;
MOV result.color[3].yz (LT), a;
END
