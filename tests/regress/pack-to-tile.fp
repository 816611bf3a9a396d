!!NVfp4.0
# A packed colour on its way to a tile buffer is a repeated group into a temporary: it writes before it has read all.
# RUN: -O2 -frt=f16 -sched-seed=1084645497 -verify-sim=16 -o /dev/null
# RUN: -O2 -frt=f16 -verify-sim=16 -o /dev/null
# RUN: -O2 -frt=rgba8 -sched-seed=3 -max-temps=12 -verify-sim=16 -o /dev/null
OPTION ARB_draw_buffers;
FLAT UINT ATTRIB inu = fragment.attrib[2];
FLOAT TEMP f0, f1, f2, f3;
FLOAT TEMP tf[5];
INT TEMP i0, i1, i2;
INT PARAM pi[4] = { {0x8, -6, 14, 2}, {-16, 255, 10, -0xb}, {-8388607, 14, -6, -9}, {-19, 9, -1, 8} };
UINT TEMP u0, u1, u2, u3;
FLOAT TEMP a0, a1;
INT TEMP n, l0, l1, l2, l3, l4, l5, l6, l7;
MOV.S i1, pi[1];
MOV.U u0, inu;
REP {4.4, 0, 0, 0};
ENDREP;
DDX a1.xy (BLE0.z), fragment.texcoord[1].y;
ROUND.S.CC1 i2.xw, fragment.texcoord[1].wwyy;
XOR.S n, n, i1;
XOR.S n, n, i2;
MOV result.color[0], f1;
XOR.U.NTC u0, u0, n;
MOV.U result.color[1], u0;
MOV result.color[2], f1;
MOV result.color[3], f2;
MOV result.color[4], a1;
MOV result.color[7].yw, tf[1];
END