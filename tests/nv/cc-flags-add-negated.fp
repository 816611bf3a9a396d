!!NVfp4.0
# Carry and overflow of ADD with negated operands: -a+b is the subtraction b-a, a-b is a subtraction too; bars hide the inner sign.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
TEMP t;
INT TEMP r;
main:
ADD.S.CC t, -a, b;
CAL gather;
MOV.S result.color[0], r;
ADD.S.CC t, a, -b;
CAL gather;
MOV.S result.color[1], r;
ADD.S.CC t, |a|, -|b|;
CAL gather;
MOV.S result.color[2], r;
ADD.U.CC t, -|a|, b;
CAL gather;
MOV.S result.color[3], r;
ADD.S.CC t, |-a|, b;
CAL gather;
MOV.S result.color[4], r;
RET;
gather:
MOV.S r, 0;
ADD.S r (CF), r, 1;
ADD.S r (OF), r, 2;
ADD.S r (SF), r, 4;
ADD.S r (EQ), r, 8;
ADD.S r (AB), r, 16;
ADD.S r (GT), r, 32;
ADD.S r (LE), r, 64;
RET;
END
