!!NVfp4.0
# KIL in a branch, a loop and a subroutine; results written before and after.
FLAT INT ATTRIB a = fragment.attrib[0];
INT TEMP i, t;
main:
MOV.S result.color, a;
SUB.S.CC t, a, 4;
IF EQ.x;
  KIL LE.y;
  MOV.S result.color.x, 1;
ENDIF;
MOV.S i, 0;
REP.S 3;
  ADD.S i.x, i.x, 1;
  SUB.S.CC t.z, i.x, a.z;
  KIL EQ.z;
ENDREP;
CAL check;
MOV.S result.color.w, i.x;
RET;
check:
SUB.S t, a.w, -5;
KIL.S t;
END
