!!NVfp4.0
# Integer MUL gives the low half of the product, the same bits for S and U.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
INT TEMP s;
UINT TEMP u;
MUL.S s, a, b;
MOV.S result.color[0], s;
MUL.U u, a, b;
MOV.U result.color[1], u;
XOR.U.NTC result.color[2], s, u;
MUL.S result.color[3], -a, 65537;
MUL.U result.color[4], a, 2654435761;
END
