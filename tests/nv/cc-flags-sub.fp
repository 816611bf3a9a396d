!!NVfp4.0
# Carry and overflow of SUB, signed and unsigned, with negations: a - -b is an addition.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
TEMP t;
INT TEMP r;
main:
SUB.S.CC t, a, b;
CAL gather;
MOV.S result.color[0], r;
SUB.U.CC t, a, -b;
CAL gather;
MOV.S result.color[1], r;
SUB.S.CC t, |a|, |b|;
CAL gather;
MOV.S result.color[2], r;
SUB.S.CC t, a, 1;
CAL gather;
MOV.S result.color[3], r;
SUB.U.CC t, 0, b;
CAL gather;
MOV.S result.color[4], r;
RET;
gather:
MOV.S r, 0;
ADD.S r (CF), r, 1;
ADD.S r (OF), r, 2;
ADD.S r (SF), r, 4;
ADD.S r (EQ), r, 8;
ADD.S r (BLE), r, 16;
ADD.S r (GE), r, 32;
ADD.S r (LT), r, 64;
END
