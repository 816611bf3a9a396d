!!NVfp4.0
# A Galois shift register stepped a number of times that differs from lane to lane.
UINT TEMP s, n, t;
MOV.U s, fragment.attrib[0];
OR.U s, s, 1;
AND.U n, fragment.attrib[1], 31;
REP.U n.x;
  AND.U.CC t, s, 1;
  SHR.U s, s, 1;
  XOR.U s (NE), s, 0x80200003;
ENDREP;
MOV.U result.color, s;
END
