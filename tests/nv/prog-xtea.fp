!!NVfp4.0
# Eight rounds of XTEA with a key in parameters that is indexed by bits of the sum.
UINT PARAM key[4] = { { 0x00010203 }, { 0x04050607 }, { 0x08090a0b }, { 0x0c0d0e0f } };
UINT TEMP v, t, sum;
INT TEMP k;
MOV.U v, fragment.attrib[0];
MOV.U sum.x, 0;
REP.S 8;
  SHL.U t.x, v.y, 4;
  SHR.U t.y, v.y, 5;
  XOR.U t.x, t.x, t.y;
  ADD.U t.x, t.x, v.y;
  AND.S.NTC k.x, sum.x, 3;
  ADD.U t.y, sum.x, key[k.x].x;
  XOR.U t.x, t.x, t.y;
  ADD.U v.x, v.x, t.x;
  ADD.U sum.x, sum.x, 0x9E3779B9;
  SHL.U t.x, v.x, 4;
  SHR.U t.y, v.x, 5;
  XOR.U t.x, t.x, t.y;
  ADD.U t.x, t.x, v.x;
  SHR.U t.z, sum.x, 11;
  AND.S.NTC k.x, t.z, 3;
  ADD.U t.y, sum.x, key[k.x].x;
  XOR.U t.x, t.x, t.y;
  ADD.U v.y, v.y, t.x;
ENDREP;
MOV.U v.zw, sum.x;
MOV.U result.color, v;
END
