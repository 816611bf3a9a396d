!!NVfp4.0
# CENTROID and NOPERSPECTIVE, alone and both, on attributes and arrays, with types.
OPTION ARB_draw_buffers;
CENTROID ATTRIB a = fragment.attrib[0];
NOPERSPECTIVE ATTRIB b = fragment.attrib[1];
FLOAT CENTROID ATTRIB c = fragment.attrib[2];
NOPERSPECTIVE FLOAT ATTRIB d = fragment.texcoord[1];
NOPERSPECTIVE ATTRIB e[] = { fragment.texcoord[2..4] };
ATTRIB f = fragment.attrib[3];
CENTROID NOPERSPECTIVE ATTRIB g[3] = { fragment.attrib[4..6] };
NOPERSPECTIVE FLOAT CENTROID ATTRIB h = fragment.texcoord[5];
TEMP t;
MAD t, b, c, a;
MOV result.color[0], t;
ADD t, d, e[0];
MAD result.color[1].xy, e[1], e[2], f;
MAD t, g[0], h, g[2];
MOV result.color[1].zw, t;
END
