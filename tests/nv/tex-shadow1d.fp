!!NVfp4.0
# Target SHADOW1D: the reference is z.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
TEMP acc, one;
INT TEMP n;
TEX acc, c, texture[7], SHADOW1D;
TXB one, c, texture[7], SHADOW1D, (1);
MAD acc, acc, 0.75, one;
TXL one, c.yxzw, texture[7], SHADOW1D;
MAD acc, acc, 0.75, one;
TXP one, c, texture[7], SHADOW1D;
MAD acc, acc, 0.75, one;
TXD one, c, d, d.yxwz, texture[7], SHADOW1D;
MAD acc, acc, 0.75, one;
TXQ n.x, 0, texture[7], SHADOW1D;
MOV.S result.color[1].x, n;
MOV result.color[0], acc;
END
