!!NVfp4.0
# KIL in a subroutine that calls itself, and a call of another one that is not recursive from it.
INT TEMP n;
TEMP t;
main:
ROUND.S n, fragment.attrib[0].x;
AND.S n.x, n.x, 7;
MOV t, fragment.attrib[0];
CAL dig;
MOV result.color, t;
RET;
dig:
CAL scale;
ADD t.w, t.w, t.x;
SUB.CC1 t.z, t.w, 3.0;
KIL GT1.z;
SUB.S.CC n.x, n.x, 1;
RET (LT.x);
CAL dig;
ADD t.y, t.y, 1.0;
RET;
scale:
REP 2;
  MUL t.x, t.x, 0.5;
  SUB.CC t.z, t.x, 0.125;
  RET (LT.z);
ENDREP;
ADD t.x, t.x, 0.0625;
END
