!!NVfp4.0
# Target ARRAY2D: the layer is z.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
FLAT INT ATTRIB i = fragment.attrib[0];
TEMP acc, one;
INT TEMP n;
TEX acc, c, texture[6], ARRAY2D, (1, -1);
TXB one, c, texture[6], ARRAY2D;
MAD acc, acc, 0.75, one;
TXL one, c.wxyz, texture[6], ARRAY2D;
MAD acc, acc, 0.75, one;
TXP one, c, texture[6], ARRAY2D;
MAD acc, acc, 0.75, one;
TXD one, c, d, d.yxwz, texture[6], ARRAY2D;
MAD acc, acc, 0.75, one;
AND.S n, i, 1;
TXF one, n, texture[6], ARRAY2D, (2, 1);
MAD acc, acc, 0.75, one;
TXQ n.xyz, n.w, texture[6], ARRAY2D;
MOV.S result.color[1].xyz, n;
MOV result.color[0], acc;
END
