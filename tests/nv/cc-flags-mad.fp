!!NVfp4.0
# Flags of integer MAD come from the final addition of product and third operand; a minus on one factor makes it a subtraction.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
FLAT ATTRIB c = fragment.attrib[2];
TEMP t;
INT TEMP r;
main:
MAD.S.CC t, a, b, c;
CAL gather;
MOV.S result.color[0], r;
MAD.S.CC t, -a, b, c;
CAL gather;
MOV.S result.color[1], r;
MAD.U.CC t, a, b, -c;
CAL gather;
MOV.S result.color[2], r;
MAD.S.CC t, -a, -b, c;
CAL gather;
MOV.S result.color[3], r;
MAD.S.CC t, |a|, |b|, -|c|;
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
ADD.S r (GE), r, 32;
RET;
END
