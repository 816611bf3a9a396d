!!NVfp4.0
# Relative addressing of interpolated texture coordinates and generic attributes.
OPTION ARB_draw_buffers;
ATTRIB tc[] = { fragment.texcoord[0..3] };
ATTRIB g[2] = { fragment.attrib[3], fragment.attrib[4] };
FLAT INT ATTRIB sel = fragment.attrib[0];
INT TEMP i;
TEMP t;
AND.S i, sel, 3;
MOV result.color[0], tc[i.x];
AND.S i, i, 1;
ADD t, g[i.y], tc[i.z + 2].yxwz;
MOV t.w, g[1];
MOV result.color[1], t;
END
