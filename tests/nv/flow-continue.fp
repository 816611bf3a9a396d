!!NVfp4.0
# CONT conditional, unconditional in an IF, and in the inner of two loops; what follows is skipped, the count goes on.
FLAT INT ATTRIB a = fragment.attrib[0];
INT TEMP i, s, t;
MOV.S i, 0;
MOV.S s, 0;
REP.S 7;
  ADD.S i.x, i.x, 1;
  AND.S.CC t, i.x, a;
  CONT (NE.x);
  ADD.S s.x, s.x, i.x;
  IF NE.y;
    ADD.S s.y, s.y, 1;
    CONT;
  ENDIF;
  REP.S 3;
    ADD.S s.z, s.z, 1;
    AND.S.CC1 t.z, s.z, a.z;
    CONT (NE1.z);
    ADD.S s.w, s.w, s.z;
  ENDREP;
ENDREP;
MOV.S result.color, s;
END
