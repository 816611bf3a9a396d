!!NVfp4.0
# Target 1D with every instruction that takes it.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
FLAT INT ATTRIB i = fragment.attrib[0];
TEMP acc, one;
INT TEMP n;
TEX acc, c, texture[0], 1D;
TXB one, c, texture[0], 1D;
MAD acc, acc, 0.75, one;
TXL one, c, texture[0], 1D;
MAD acc, acc, 0.75, one;
TXP one, c, texture[0], 1D;
MAD acc, acc, 0.75, one;
TXD one, c, d, d.yxwz, texture[0], 1D;
MAD acc, acc, 0.75, one;
AND.S n, i, 7;
TXF one, n, texture[0], 1D;
MAD acc, acc, 0.75, one;
TXQ n.x, 0, texture[0], 1D;
MOV.S result.color[1].x, n;
TEX one, c, texture[0], 1D, (3);
MAD acc, acc, 0.75, one;
MOV result.color[0], acc;
END
