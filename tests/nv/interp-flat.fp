!!NVfp4.0
# FLAT attributes of every type; colors; a direct use of the binding inherits the modifier.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
FLAT INT ATTRIB b = fragment.attrib[1];
FLAT UINT ATTRIB c = fragment.attrib[2];
FLAT FLOAT ATTRIB d = fragment.texcoord[0];
FLAT ATTRIB e = fragment.color;
FLAT ATTRIB f = fragment.color.secondary;
MOV result.color[0], a;
ADD.S result.color[1], b, 1;
SHR.U result.color[2], c, 4;
MUL result.color[3], d, e;
MAD result.color[4], f, fragment.texcoord[0], fragment.attrib[0];
END
