!!NVfp4.0
# An interpreter: eight opcodes of four bits in a word, dispatched by nested IF.
UINT TEMP code, op, acc;
MOV.U code.x, fragment.attrib[0].x;
MOV.U acc, fragment.attrib[1];
REP.S 8;
  AND.U.CC op.x, code.x, 3;
  AND.U op.y, code.x, 12;
  IF EQ.x;
    ADD.U acc, acc, acc.yzwx;
  ELSE;
    SUB.U.CC op.z, op.x, 2;
    IF EQ.z;
      XOR.U acc.xz, acc, op.y;
    ELSE;
      IF CF.z;
        SHR.U acc, acc, op.y;
      ELSE;
        MUL.U acc.yw, acc, 3;
        SUB.U acc.x, acc.x, op.y;
      ENDIF;
    ENDIF;
  ENDIF;
  SHR.U code.x, code.x, 4;
ENDREP;
MOV.U result.color, acc;
END
