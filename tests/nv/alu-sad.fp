!!NVfp4.0
# SAD: |a-b| + c; the first two operands take the type of the instruction, the third and the result are unsigned.
OPTION ARB_draw_buffers;
FLAT INT ATTRIB a = fragment.attrib[0];
FLAT INT ATTRIB b = fragment.attrib[1];
FLAT UINT ATTRIB c = fragment.attrib[2];
FLAT UINT ATTRIB d = fragment.attrib[3];
UINT TEMP sum;
SAD.S sum, a, b, c;
MOV.U result.color[0], sum;
SAD.U sum, c, d, sum;
MOV.U result.color[1], sum;
SAD result.color[2], -a, b.wzyx, c;
SAD.S result.color[3], a, 100, 0xFFFFFF00;
SAD.U result.color[4], c, d.x, d;
END
