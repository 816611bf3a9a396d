!!NVfp4.0
# RUN: -target=agx -O0 -verify-sim=16 -o /dev/null
# RUN: -target=agx -O1 -verify-sim=16 -o /dev/null
# RUN: -target=agx -O2 -verify-sim=16 -o /dev/null
# RUN: -target=agx -O3 -verify-sim=16 -o /dev/null
# RUN: -O2 -verify-sim=16 -o /dev/null
# A request is in flight behind an arm whose other arm leaves the loop: the machine comes by that one, and what it computes in were registers of the
# request, for other lanes.
FLOAT TEMP a, b, c, d;
MOV a, fragment.texcoord[0];
MOV b, fragment.texcoord[1];
REP {4, 4, 4, 4};
SLT.CC0 d.w, a.x, b.x;
IF NE0.w;
TXL d, a, texture[0], 2D;
ELSE;
DP4 c.x, a, b;
DP4 c.y, a, b.yzwx;
DP4 c.z, c, b.zwxy;
DP4 c.w, c, b.wxyz;
MUL a, c, b;
MAD b, c, a, b;
ADD a, b, c;
BRK;
ENDIF;
ADD b, b, 0.25;
MAD a, d, b, a;
ENDREP;
MAD result.color, a, b, 0.5;
END
