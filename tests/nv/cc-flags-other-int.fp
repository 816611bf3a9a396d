!!NVfp4.0
# Integer instructions that do not add clear OF and CF, even when a flag of an addition stood there before.
FLAT ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
TEMP t;
INT TEMP r;
ADD.U.CC t, 0xFFFFFFFF, 1;
MOV.S r, 0;
ADD.S r (CF), r, 1;
MUL.S.CC t, a, b;
ADD.S r (CF), r, 2;
ADD.S r (SF), r, 4;
SUB.U.CC t, 5, 3;
AND.U.CC t, a, b;
ADD.S r (NCF), r, 8;
ADD.S r (EQ), r, 0x10;
SHL.S.CC t, a, 4;
ADD.S r (LT), r, 0x20;
MAX.U.CC t, a, b;
ADD.S r (SF), r, 0x40;
SEQ.S.CC t, a, b;
ADD.S r (NE), r, 0x80;
NOT.S.CC t, a;
ADD.S r (GE), r, 0x100;
MOV.S result.color, r;
END
