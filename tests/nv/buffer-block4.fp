!!NVfp4.0
# BUFFER4 addressed relatively: a palette of vectors.
OPTION ARB_draw_buffers;
BUFFER4 pal[8] = { program.buffer[4] };
FLAT INT ATTRIB sel = fragment.attrib[0];
INT TEMP i;
AND.S i, sel, 3;
MOV result.color[0], pal[i.x];
ADD result.color[1], pal[i.y + 4], -pal[i.z].wzyx;
MUL result.color[2], pal[7], fragment.attrib[1];
END
