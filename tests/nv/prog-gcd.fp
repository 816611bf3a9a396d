!!NVfp4.0
# Greatest common divisor by Euclid, a loop without a count.
INT TEMP a, b, t;
AND.S a, fragment.attrib[0], 0xffff;
AND.S b, fragment.attrib[1], 0xfff;
MOV.S t.z, 0;
REP;
  MOV.S.CC b.x, b;
  BRK (EQ.x);
  MOD.S t.x, a.x, b.x;
  MOV.S a.x, b.x;
  MOV.S b.x, t.x;
  ADD.S t.z, t.z, 1;
ENDREP;
MOV.S a.y, t.z;
MOV.S result.color.xy, a;
MOV.S result.color.zw, b.xxyy;
END
