!!NVfp4.0
# RUN: -O0 -verify-sim=2 -o /dev/null
# RUN: -verify-sim=8 -o /dev/null
# Correlation of two images over a window of 64 x 64 texels.
INT TEMP i, j, at;
TEMP a, b, sum;
MOV.F sum, 0;
MOV.S j.x, 0;
REP.S 64;
  MOV.S i.x, 0;
  REP.S 64;
    MOV.S at.x, i.x;
    MOV.S at.y, j.x;
    MOV.S at.zw, 0;
    TXF.F a, at, texture[0], 2D;
    TXF.F b, at, texture[1], 2D;
    MAD.F sum.x, a.x, b.x, sum.x;
    MAD.F sum.y, a.x, a.x, sum.y;
    MAD.F sum.z, b.x, b.x, sum.z;
    ADD.S i.x, i.x, 1;
  ENDREP;
  ADD.S j.x, j.x, 1;
ENDREP;
MUL.F sum.w, sum.y, sum.z;
RSQ.F sum.w, sum.w;
MUL.F result.color, sum.x, sum.w;
END
# EXPECT:
# verify-sim: 8 waves of 32: source = IR in 8, IR = machine code in 8, no verdict (budget) in 0; 1768 components compared, 0 undefined
