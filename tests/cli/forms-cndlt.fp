!!NVfp4.0
# Loops that end in a break under a condition, some inside others, with earlier breaks and continues, and under conditions that differ between
# invocations: with a conditional cndlt and without it, where cndsm is before one on "always".
# RUN: -O0 -mcpu=gx6250 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=gx6250 -mattr=+cndlt -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=gx6250 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=gx6250 -mattr=+cndlt -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=gx6250 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=gx6250 -mattr=+cndlt -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=gx6250 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=gx6250 -mattr=+cndlt -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=bxs-4-64 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=bxs-4-64 -mattr=+cndlt -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=bxs-4-64 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=bxs-4-64 -mattr=+cndlt -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=bxs-4-64 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=bxs-4-64 -mattr=+cndlt -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=bxs-4-64 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=bxs-4-64 -mattr=+cndlt -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=axe-1-16m -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=axe-1-16m -mattr=+cndlt -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=axe-1-16m -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=axe-1-16m -mattr=+cndlt -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=axe-1-16m -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=axe-1-16m -mattr=+cndlt -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=axe-1-16m -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=axe-1-16m -mattr=+cndlt -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=g6110 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=g6110 -mattr=+cndlt -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=g6110 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=g6110 -mattr=+cndlt -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=g6110 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=g6110 -mattr=+cndlt -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=g6110 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=g6110 -mattr=+cndlt -verify-sim=8 -verify-each -o /dev/null
TEMP s, t, n;
MOV s, fragment.texcoord[0];
MOV n, 0.0;
REP;
   ADD n.x, n.x, 1.0;
   MAD s.x, s.x, 0.75, s.y;
   SGT.CC t.x, n.x, s.z;
   BRK (NE.x);
   REP;
      ADD n.y, n.y, 1.0;
      MUL s.y, s.y, 0.5;
      SLT.CC t.y, s.y, 0.125;
      BRK (NE.y);
      SGT.CC t.y, n.y, 7.0;
      BRK (NE.y);
   ENDREP;
   SGT.CC t.x, n.x, fragment.texcoord[1].x;
   IF NE.x;
      ADD s.w, s.w, 1.0;
      CONT;
   ENDIF;
   ADD s.z, s.z, 0.5;
   SGE.CC t.x, n.x, 5.0;
   BRK (NE.x);
ENDREP;
SGT.CC t.x, fragment.texcoord[1].y, 0.5;
IF NE.x;
   REP;
      ADD n.z, n.z, 1.0;
      ADD s.x, s.x, n.z;
      SGT.CC t.x, n.z, fragment.texcoord[1].w;
      BRK (NE.x);
      SGT.CC t.x, n.z, 9.0;
      BRK (NE.x);
   ENDREP;
ENDIF;
ADD result.color, s, n;
END
