!!NVfp4.0
# Target BUFFER: TXF in three types and TXQ.
OPTION ARB_draw_buffers;
FLAT INT ATTRIB i = fragment.attrib[0];
INT TEMP n;
UINT TEMP u;
AND.S n, i, 31;
TXF result.color[0], n, texture[13], BUFFER;
TXF.S n, n.yyyy, texture[13], BUFFER;
MOV.S result.color[1], n;
AND.S n, i, 31;
TXF.U u, n.zzzz, texture[13], BUFFER;
MOV.U result.color[2], u;
TXQ n.x, 0, texture[13], BUFFER;
MOV.S result.color[3].x, n;
TXF result.color[4], i, texture[13], BUFFER;
END
