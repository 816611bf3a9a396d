!!NVfp4.0
# CRC-32 of the four bytes of a word, bit by bit, in two nested loops.
UINT TEMP crc, w, t;
MOV.U w, fragment.attrib[0];
MOV.U crc, 0xFFFFFFFF;
REP.S 4;
  AND.U t, w, 0xff;
  XOR.U crc, crc, t;
  REP.S 8;
    AND.U.CC t, crc, 1;
    SHR.U crc, crc, 1;
    XOR.U crc (NE), crc, 0xEDB88320;
  ENDREP;
  SHR.U w, w, 8;
ENDREP;
NOT.U result.color, crc;
END
