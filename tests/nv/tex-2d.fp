!!NVfp4.0
# Target 2D with every instruction that takes it, an offset on each of two.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
FLAT INT ATTRIB i = fragment.attrib[0];
TEMP acc, one;
INT TEMP n;
TEX acc, c, texture[1], 2D;
TXB one, c.wzyx, texture[1], 2D;
MAD acc, acc, 0.75, one;
TXL one, c, texture[1], 2D, (-8, 7);
MAD acc, acc, 0.75, one;
TXP one, c, texture[1], 2D;
MAD acc, acc, 0.75, one;
TXD one, c, d, -d.wzyx, texture[1], 2D;
MAD acc, acc, 0.75, one;
AND.S n, i, 3;
TXF one, n, texture[1], 2D, (1, 2);
MAD acc, acc, 0.75, one;
TXQ n.xy, n.x, texture[1], 2D;
MOV.S result.color[1].xy, n;
MOV result.color[0], acc;
END
