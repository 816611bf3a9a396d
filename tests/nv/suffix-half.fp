!!NVfp4.0
# The H suffix: at -fshort=32 an ordinary float instruction.
# RUN: -O0 -verify-sim=256
# RUN: -O2 -verify-sim=256
# RUN: -O2 -fshort=16 -verify-sim=256
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
ATTRIB b = fragment.attrib[1];
SHORT TEMP h;
TEMP t;
ADDH h, a, b;
MOV result.color[0], h;
MULH t, a, b.wzyx;
MOV result.color[1], t;
MADH_SAT result.color[2], a, b, h;
MOVHC h, a;
MOV result.color[3], b;
MOV result.color[3] (GT), h;
DP3H result.color[4].xw, h, b;
END
