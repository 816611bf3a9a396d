!!NVfp4.0
# One subroutine called in both arms of a branch and once more behind it, with a condition code as its argument.
ATTRIB a = fragment.attrib[0];
TEMP r, t;
main:
MOV r, a;
MOV.CC t, fragment.attrib[1];
IF LT.x;
  MOV.CC1 t, a;
  CAL clampneg;
ELSE;
  MOV.CC1 t, -a;
  CAL clampneg;
  ADD r, r, 0.5;
ENDIF;
MOV.CC1 t, r.wzyx;
CAL clampneg;
MOV result.color, r;
RET;
clampneg:
MOV r (LT1), 0.0;
MUL r (GT1), r, 1.5;
RET;
END
