!!NVfp4.0
# MOD of non-negative numbers by positive ones, in both types, with a = b * (a DIV b) + (a MOD b).
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
INT TEMP p, d, q, r;
UINT TEMP u, v;
AND.S p, a, 0x7fffffff;
AND.S d, b, 0xfff;
ADD.S d, d, 1;
MOD.S r, p, d.x;
DIV.S q, p, d.x;
MAD.S q, q, d.x, r;
SUB.S result.color[0], q, p;
MOV.S result.color[1], r;
OR.U u, b, 1;
MOD.U v, a, u.w;
MOV.U result.color[2], v;
MOD.U result.color[3], a, 1000;
END
