!!NVfp4.0
# Target ARRAY1D: the layer is y, rounded and clamped.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
FLAT INT ATTRIB i = fragment.attrib[0];
INT TEMP n;
TEX result.color[0], c, texture[5], ARRAY1D;
TXB result.color[1], c, texture[5], ARRAY1D, (-2);
TXL result.color[2], c.zwxy, texture[5], ARRAY1D;
TXP result.color[3], c, texture[5], ARRAY1D;
TXD result.color[4], c, d, d.yxwz, texture[5], ARRAY1D;
AND.S n, i, 1;
TXF result.color[5], n, texture[5], ARRAY1D;
TXQ n.xy, 0, texture[5], ARRAY1D;
MOV.S result.color[6].xy, n;
END
