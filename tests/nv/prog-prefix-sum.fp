!!NVfp4.0
# Prefix sums of eight numbers in an array, in three doubling steps.
UINT TEMP v[8], w[8];
INT TEMP i, d;
FLAT ATTRIB a = fragment.attrib[0];
MOV.U v[0].x, a.x;
MOV.U v[1].x, a.y;
MOV.U v[2].x, a.z;
MOV.U v[3].x, a.w;
XOR.U v[4].x, a.x, 0x55;
XOR.U v[5].x, a.y, 0x55;
XOR.U v[6].x, a.z, 0x55;
XOR.U v[7].x, a.w, 0x55;
MOV.S d.x, 1;
REP.S 3;
  MOV.S i.x, 0;
  REP.S 8;
    MOV.U w[i.x].x, v[i.x];
    SUB.S.CC i.y, i.x, d.x;
    ADD.U w[i.x].x (GE.y), v[i.x], v[i.y].x;
    ADD.S i.x, i.x, 1;
  ENDREP;
  MOV.S i.x, 0;
  REP.S 8;
    MOV.U v[i.x].x, w[i.x];
    ADD.S i.x, i.x, 1;
  ENDREP;
  SHL.S d.x, d.x, 1;
ENDREP;
MOV.U result.color.x, v[1];
MOV.U result.color.y, v[3].x;
MOV.U result.color.z, v[6].x;
MOV.U result.color.w, v[7].x;
END
