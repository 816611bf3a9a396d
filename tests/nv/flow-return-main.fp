!!NVfp4.0
# RET in the main program ends the invocation, also out of a loop; other lanes go on. Results that stand are kept.
FLAT INT ATTRIB a = fragment.attrib[0];
INT TEMP i, t;
MOV.S i, 0;
MOV.S result.color, -1;
SUB.S.CC t, a, 5;
IF EQ.x;
  MOV.S result.color.x, 5;
  RET;
ENDIF;
RET (GT.y);
MOV.S result.color.y, 1;
REP;
  ADD.S i.x, i.x, 1;
  SGE.S.CC t.z, i.x, 6;
  RET (NE.z);
  MOV.S result.color.z, i.x;
  SUB.S.CC t.w, i.x, a.w;
  BRK (GE.w);
ENDREP;
MOV.S result.color.w, 77;
END
