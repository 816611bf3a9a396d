!!NVfp4.0
# RUN: -verify-sim=8 -o /dev/null
INT TEMP at;
TEMP t, sum;
MOV.F sum, 0;
MOV.S at, 0;
REP.S 64;
  MOV.S at.x, 0;
  REP.S 64;
    TXF.F t, at, texture[0], 2D;
    MAD.F sum.x, t.x, t.x, sum.x;
    ADD.S at.x, at.x, 1;
  ENDREP;
  ADD.S at.y, at.y, 1;
ENDREP;
MOV.F result.color, sum.x;
END
# EXPECT:
# verify-sim: 8 waves of 32: source = IR in 8, IR = machine code in 8, no verdict (budget) in 0; 1768 components compared, 0 undefined
