!!NVfp4.0
# Integer square root digit by digit, of four numbers at once with masked writes.
UINT TEMP v, r, bit, t;
AND.U v, fragment.attrib[0], 0x3fffffff;
MOV.U r, 0;
MOV.U bit, 0x10000000;
REP.S 15;
  ADD.U t, r, bit;
  SUB.U.CC t, v, t;
  SHR.U r, r, 1;
  MOV.U v (CF), t;
  ADD.U r (CF), r, bit;
  SHR.U bit, bit, 2;
ENDREP;
MOV.U result.color, r;
END
