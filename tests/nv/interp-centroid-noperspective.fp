!!NVfp4.0
# CENTROID and NOPERSPECTIVE, on attributes and arrays, with types.
OPTION ARB_draw_buffers;
CENTROID ATTRIB a = fragment.attrib[0];
NOPERSPECTIVE ATTRIB b = fragment.attrib[1];
FLOAT CENTROID ATTRIB c = fragment.attrib[2];
NOPERSPECTIVE FLOAT ATTRIB d = fragment.texcoord[1];
NOPERSPECTIVE ATTRIB e[] = { fragment.texcoord[2..4] };
ATTRIB f = fragment.attrib[3];
MOV result.color[0], a;
MUL result.color[1], b, c;
ADD result.color[2], d, e[0];
MAD result.color[3], e[1], e[2], f;
END
