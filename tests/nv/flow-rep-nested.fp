!!NVfp4.0
# Three nested loops; the inner counts depend on the outer ones and differ from lane to lane.
FLAT INT ATTRIB a = fragment.attrib[0];
INT TEMP n, i, s;
AND.S n, a, 3;
MOV.S s, 0;
MOV.S i, 0;
REP.S 4;
  ADD.S i.x, i.x, 1;
  REP.S n.x;
    ADD.S s.x, s.x, i.x;
    REP.S i.x;
      MAD.S s.y, s.y, 3, i.x;
    ENDREP;
  ENDREP;
  REP.S n.y;
    ADD.S s.z, s.z, 1;
  ENDREP;
ENDREP;
ADD.S s.w, s.y, s.z;
MOV.S result.color, s;
END
