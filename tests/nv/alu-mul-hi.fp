!!NVfp4.0
# MUL.HI: the upper half of the 64-bit product of signed and of unsigned numbers.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
INT TEMP s;
MUL.S.HI s, a, b;
MOV.S result.color[0], s;
MUL.U.HI result.color[1], a, b;
MUL.HI.S result.color[2], -a, b.wzyx;
MUL.HI.U result.color[3], a, 0xCCCCCCCD;
MUL.S.HI result.color[4], a, a;
END
