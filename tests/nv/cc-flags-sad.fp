!!NVfp4.0
# Flags of SAD: those of the addition of the difference and the third operand.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
FLAT ATTRIB c = fragment.attrib[2];
UINT TEMP t;
INT TEMP r;
main:
SAD.S.CC t, a, b, c;
CAL gather;
MOV.S result.color[0], r;
SAD.U.CC t, a, b, c;
CAL gather;
MOV.S result.color[1], r;
SAD.S.CC t, -a, b, -c;
CAL gather;
MOV.S result.color[2], r;
SAD.U.CC t, a, |b|, 0xFFFFFFFF;
CAL gather;
MOV.S result.color[3], r;
RET;
gather:
MOV.S r, 0;
ADD.S r (CF), r, 1;
ADD.S r (NOF), r, 2;
ADD.S r (SF), r, 4;
ADD.S r (EQ), r, 8;
ADD.S r (BLE), r, 16;
RET;
END
