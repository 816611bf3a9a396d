!!NVfp4.0
# Integer division by zero is undefined in the document and decreed: all ones for DIV, the dividend for MOD.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
TEMP z;
AND.S z, b, 3;
DIV.S result.color[0], a, z.x;
DIV.U result.color[1], a, z.y;
MOD.S result.color[2], a, z.z;
MOD.U result.color[3], a, z.w;
DIV.S result.color[4], a, b.x;
MOD.S result.color[5], a, b.y;
END
