!!NVfp4.0
# Bubble sort of eight integers in an array with relative indices, exchange by condition code.
FLAT ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
INT TEMP v[8];
INT TEMP i, j, t;
MOV.S v[0].x, a.x;
MOV.S v[1].x, a.y;
MOV.S v[2].x, a.z;
MOV.S v[3].x, a.w;
MOV.S v[4].x, b.x;
MOV.S v[5].x, b.y;
MOV.S v[6].x, b.z;
MOV.S v[7].x, b.w;
MOV.S i.x, 7;
REP.S 7;
  MOV.S j.x, 0;
  REP.S i.x;
    MOV.S t.x, v[j.x].x;
    MOV.S t.y, v[j.x + 1].x;
    SLT.S.CC t.z, t.y, t.x;
    MOV.S v[j.x].x (NE.z), t.y;
    MOV.S v[j.x + 1].x (NE.z), t.x;
    ADD.S j.x, j.x, 1;
  ENDREP;
  SUB.S i.x, i.x, 1;
ENDREP;
MOV.S result.color.x, v[0];
MOV.S result.color.y, v[3].x;
MOV.S result.color.z, v[4].x;
MOV.S result.color.w, v[7].x;
END
