!!NVfp4.0
# BRK unconditional in an IF, conditional with a swizzle, on CC1, in a nested loop where it leaves the inner one only.
FLAT INT ATTRIB a = fragment.attrib[0];
INT TEMP i, s, t;
MOV.S i, 0;
MOV.S s, 0;
REP.S 8;
  ADD.S i.x, i.x, 1;
  SUB.S.CC t, a, i.x;
  IF EQ.x;
    ADD.S s.x, s.x, 100;
    BRK;
  ENDIF;
  ADD.S s.x, s.x, 1;
  BRK (EQ.yzyz);
  MOV.S i.y, 0;
  REP.S 5;
    ADD.S i.y, i.y, 1;
    SUB.S.CC1 t.w, i.y, a.w;
    BRK (GE1.w);
    ADD.S s.y, s.y, 1;
  ENDREP;
  ADD.S s.z, s.z, i.y;
ENDREP;
MOV.S s.w, i.x;
MOV.S result.color, s;
END
