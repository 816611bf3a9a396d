!!NVfp4.0
# Branches and loops that all lanes take together, alone and around such that part them; also with no lane left to take them.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.texcoord[0];
PARAM p = program.local[0];
PARAM k = { 3, 0.5, -1, 2 };
TEMP r, s, t;
INT TEMP i, j, n;
MOV r, a;
MOV s, 0;
# a parameter decides
SGT.CC t.x, p.x, 0.5;
IF GT.x;
  ADD r, r, p;
  SLT.CC t.x, a.x, 0.25;
  IF GT.x;
    MUL r, r, 2.0;
  ENDIF;
ELSE;
  SLT.CC t.x, a.x, 0.75;
  IF GT.x;
    MUL r, r, -1.5;
  ENDIF;
  ADD r.w, r.w, 1.0;
ENDIF;
# a constant count within what parts the lanes, and a uniform exit half way
SGE.CC t.x, a.y, 0.5;
IF GT.x;
  MOV.S i.x, 0;
  REP.S 5;
    ADD.S i.x, i.x, 1;
    MAD s.x, s.x, 0.5, a.z;
    SGE.S.CC j.x, i.x, 4;
    BRK (NE.x);
    ADD s.y, s.y, s.x;
  ENDREP;
ENDIF;
# everybody leaves the outer loop before an inner one that nobody runs
MOV.S n.x, 0;
REP.S 4;
  ADD.S n.x, n.x, 1;
  SGE.CC t.x, s.z, -100.0;
  BRK (NE.x);
  REP.S 3;
    ADD s.z, s.z, 1.0;
  ENDREP;
ENDREP;
# lanes leave the outer loop from within it at different times; the inner one stays uniform for the others
MOV.S i.x, 0;
REP.S 6;
  ADD.S i.x, i.x, 1;
  I2F.S t.y, i.x;
  MOV.S j.x, 0;
  REP.S 3;
    ADD.S j.x, j.x, i.x;
    ADD s.w, s.w, a.w;
  ENDREP;
  MUL t.y, t.y, 0.2;
  SGT.CC t.x, t.y, |a.x|;
  BRK (NE.x);
ENDREP;
I2F.S t.z, j.x;
I2F.S t.w, n.x;
ADD s, s, t;
# a count that lanes do not agree about
FRC t.x, |a.w|;
MUL t.x, t.x, 6.0;
REP.F t.x;
  MAD r.y, r.y, 0.5, k.x;
ENDREP;
MOV result.color[0], r;
MOV result.color[1], s;
END
