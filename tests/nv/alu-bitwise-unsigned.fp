!!NVfp4.0
# AND OR XOR NOT with the U modifier, among them the identity a ^ b = (a | b) & ~(a & b).
OPTION ARB_draw_buffers;
FLAT UINT ATTRIB a = fragment.attrib[0];
FLAT UINT ATTRIB b = fragment.attrib[1];
UINT TEMP t, n, o;
AND.U t, a, b;
OR.U o, a, b;
NOT.U n, t;
AND.U n, n, o;
XOR.U t, a, b;
MOV.U result.color[0], t;
XOR.U result.color[1], n, t;
OR.U result.color[2], a, 0xF0F0F0F0;
XOR.U result.color[3].xz, a, { 0xAAAAAAAA, 1, 0x55555555, 2 };
END
