!!NVfp4.0
# Targets SHADOWARRAY1D (layer y, reference z) and SHADOWARRAY2D (layer z, reference w).
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
TEMP acc, one;
INT TEMP n;
TEX acc, c, texture[11], SHADOWARRAY1D;
TXB one, c, texture[11], SHADOWARRAY1D;
MAD acc, acc, 0.75, one;
TXL one, c.wzyx, texture[11], SHADOWARRAY1D;
MAD acc, acc, 0.75, one;
TXP one, c, texture[11], SHADOWARRAY1D, (2);
MAD acc, acc, 0.75, one;
TEX one, c, texture[12], SHADOWARRAY2D, (1, 1);
MAD acc, acc, 0.75, one;
TXD one, c, d, d.yxwz, texture[12], SHADOWARRAY2D;
MAD acc, acc, 0.75, one;
TXD one, c, d, d.yxwz, texture[11], SHADOWARRAY1D;
MAD acc, acc, 0.75, one;
TXQ n.xyz, 0, texture[12], SHADOWARRAY2D;
TXQ n.w, 0, texture[11], SHADOWARRAY1D;
MOV.S result.color[1], n;
MOV result.color[0], acc;
END
