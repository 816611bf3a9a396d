!!NVfp4.0
# Target BUFFER: TXF in three types and TXQ; texels past the end.
OPTION ARB_draw_buffers;
FLAT INT ATTRIB i = fragment.attrib[0];
INT TEMP n, s;
UINT TEMP u;
TEMP f;
AND.S n, i, 31;
TXF f, n, texture[13], BUFFER;
TXF.S s, n.yyyy, texture[13], BUFFER;
TXF.U u, n.zzzz, texture[13], BUFFER;
XOR.U.NTC u, u, s;
TXQ s.x, 0, texture[13], BUFFER;
MOV.U result.color[1].yzw, u;
MOV.S result.color[1].x, s;
TXF f.zw, i, texture[13], BUFFER;
MOV result.color[0], f;
END
