!!NVfp4.0
# Target 1D with every instruction that takes it.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
FLAT INT ATTRIB i = fragment.attrib[0];
INT TEMP n;
TEX result.color[0], c, texture[0], 1D;
TXB result.color[1], c, texture[0], 1D;
TXL result.color[2], c, texture[0], 1D;
TXP result.color[3], c, texture[0], 1D;
TXD result.color[4], c, d, d.yxwz, texture[0], 1D;
AND.S n, i, 7;
TXF result.color[5], n, texture[0], 1D;
TXQ n.x, 0, texture[0], 1D;
MOV.S result.color[6].x, n;
TEX result.color[7], c, texture[0], 1D, (3);
END
