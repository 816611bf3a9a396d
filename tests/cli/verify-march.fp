!!NVfp4.0
# RUN: -verify-sim=8 -o /dev/null
# Marches along a ray through a depth texture until something hides it: the number of steps differs from lane to lane.
TEMP p, d, z, c;
MOV.F p, fragment.texcoord[0];
MUL.F d, fragment.texcoord[1], 0.01;
MOV.F c, 0;
REP.F 2000;
  TXL.F z, p, texture[0], 2D;
  SGT.F.CC0 z.y, p.z, z.x;
  ADD.F c.y, c.y, 1;
  SGT.F.CC0 z.w, c.y, {1900}.x;
  BRK (NE0.w);
  ADD.F p, p, d;
  SLT.F.CC0 z.y, z.x, p.z;
  IF NE0.y;
    ADD.F c.x, c.x, 1;
  ENDIF;
ENDREP;
MUL.F result.color, c.x, 0.0005;
END
# EXPECT:
# verify-sim: 8 waves of 32: source = IR in 8, IR = machine code in 8, no verdict (budget) in 0; 1768 components compared, 0 undefined
