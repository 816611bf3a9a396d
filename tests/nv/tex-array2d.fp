!!NVfp4.0
# Target ARRAY2D: the layer is z.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
FLAT INT ATTRIB i = fragment.attrib[0];
INT TEMP n;
TEX result.color[0], c, texture[6], ARRAY2D, (1, -1);
TXB result.color[1], c, texture[6], ARRAY2D;
TXL result.color[2], c.wxyz, texture[6], ARRAY2D;
TXP result.color[3], c, texture[6], ARRAY2D;
TXD result.color[4], c, d, d.yxwz, texture[6], ARRAY2D;
AND.S n, i, 1;
TXF result.color[5], n, texture[6], ARRAY2D, (2, 1);
TXQ n.xyz, n.w, texture[6], ARRAY2D;
MOV.S result.color[6].xyz, n;
END
