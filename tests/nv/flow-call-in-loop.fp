!!NVfp4.0
# CAL in a loop and in a branch of it; the subroutine has a loop of its own with BRK.
FLAT INT ATTRIB a = fragment.attrib[0];
INT TEMP i, s, j, t;
main:
MOV.S i, 0;
MOV.S s, 0;
REP.S 4;
  ADD.S i.x, i.x, 1;
  AND.S.CC t, a, i.x;
  IF NE.x;
    CAL inner;
  ELSE;
    ADD.S s.y, s.y, 1;
    CAL inner (NE.y);
  ENDIF;
ENDREP;
MOV.S result.color, s;
RET;
inner:
MOV.S j, 0;
REP.S 6;
  ADD.S j.x, j.x, 1;
  ADD.S s.x, s.x, j.x;
  SUB.S.CC t.w, j.x, i.x;
  BRK (GE.w);
ENDREP;
ADD.S s.z, s.z, j.x;
END
