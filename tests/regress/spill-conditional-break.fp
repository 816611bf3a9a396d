!!NVfp4.0
# A conditional break whose copies go through memory: the lanes that stay in the loop have other values in the registers which the
# copies use on the way.
# RUN: -O2 -max-temps=12 -verify-sim=64 -o /dev/null
# RUN: -O2 -max-temps=10 -verify-sim=64 -o /dev/null
# RUN: -O0 -max-temps=12 -verify-sim=64 -o /dev/null
OPTION ARB_draw_buffers;
FLAT INT ATTRIB ini = fragment.attrib[1];
FLOAT TEMP f0, f1, f2;
FLOAT PARAM pf[2] = { {1e-20, 6.250, -0.875, 1.250}, {11.625, 15.500, -12.125, -1.375} };
INT TEMP i0, i1, i2;
INT TEMP ti[3];
UINT TEMP u0, u1, u2;
INT TEMP n, l0, l1, l2, l3, l4, l5, l6, l7;
FRC.CC1.SSAT f0, pf[1].w;
MAX.S.CC0 i0, -i1, -ini;
SUB.S.CC1 i2, ti[i0.w], -i0.wwyw;
REP {4.3, 0, 0, 0};
 SLT.CC0 f0, f0, f0.zzzy;
 BRK (NCF0.w);
ENDREP;
MOV.S n, ti[0];
XOR.S n, n, i2;
MOV result.color[0], f0;
XOR.U.NTC u0, u0, n;
MOV.U result.color[1], u0;
END