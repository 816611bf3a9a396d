!!NVfp4.0
# Taking floats apart and putting them together: sign, exponent, fraction; frexp and ldexp.
OPTION ARB_draw_buffers;
UINT TEMP b, s, e, m;
INT TEMP x;
TEMP f, g;
MOV.U b, fragment.attrib[0];
AND.U s, b, 0x80000000;
SHR.U e, b, 23;
AND.U e, e, 0xff;
AND.U m, b, 0x7fffff;
MOV.U result.color[0], e;
OR.U m, m, 0x3f000000;
OR.U m, m, s;
MOV.U result.color[1], m;
SUB.S.NTC x, e, 126;
MOV.S result.color[2], x;
AND.S x, x, 31;
ADD.S x, x, 127;
SHL.S x, x, 23;
MOV.S f, x;
MOV.U g, m;
MUL f, f, g;
MOV result.color[3], f;
END
