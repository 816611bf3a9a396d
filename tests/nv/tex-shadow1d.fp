!!NVfp4.0
# Target SHADOW1D: the reference is z.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
INT TEMP n;
TEX result.color[0], c, texture[7], SHADOW1D;
TXB result.color[1], c, texture[7], SHADOW1D, (1);
TXL result.color[2], c.yxzw, texture[7], SHADOW1D;
TXP result.color[3], c, texture[7], SHADOW1D;
TXD result.color[4], c, d, d.yxwz, texture[7], SHADOW1D;
TXQ n.x, 0, texture[7], SHADOW1D;
MOV.S result.color[5].x, n;
END
