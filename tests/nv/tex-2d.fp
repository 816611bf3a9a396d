!!NVfp4.0
# Target 2D with every instruction that takes it, an offset on each of two.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
FLAT INT ATTRIB i = fragment.attrib[0];
INT TEMP n;
TEX result.color[0], c, texture[1], 2D;
TXB result.color[1], c.wzyx, texture[1], 2D;
TXL result.color[2], c, texture[1], 2D, (-8, 7);
TXP result.color[3], c, texture[1], 2D;
TXD result.color[4], c, d, -d.wzyx, texture[1], 2D;
AND.S n, i, 3;
TXF result.color[5], n, texture[1], 2D, (1, 2);
TXQ n.xy, n.x, texture[1], 2D;
MOV.S result.color[6].xy, n;
END
