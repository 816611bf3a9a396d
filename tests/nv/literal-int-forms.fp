!!NVfp4.0
# Integer literals: decimal, hexadecimal in either case, extremes, vectors of one to four.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
INT PARAM lo = { -2147483647, 2147483647, -1, 0x7FFFFFFF };
UINT PARAM hi = { 4294967295, 0xffffffff, 0xDeadBeef, 0 };
INT PARAM s = -7;
ADD.S result.color[0], a, lo;
XOR.U result.color[1], a, hi;
ADD.S result.color[2], a, { 5 };
ADD.S result.color[3], a, { -5, 6 };
ADD.U result.color[4], a, { 1, 2, 3 };
ADD.S result.color[5], a, s;
ADD.S result.color[6], a, -0x10;
SHL.U result.color[7], a, 0x1F;
END
