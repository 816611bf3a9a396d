!!NVfp4.0
# Targets SHADOWARRAY1D (layer y, reference z) and SHADOWARRAY2D (layer z, reference w).
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
INT TEMP n;
TEX result.color[0], c, texture[11], SHADOWARRAY1D;
TXB result.color[1], c, texture[11], SHADOWARRAY1D;
TXL result.color[2], c.wzyx, texture[11], SHADOWARRAY1D;
TXP result.color[3], c, texture[11], SHADOWARRAY1D, (2);
TEX result.color[4], c, texture[12], SHADOWARRAY2D, (1, 1);
TXD result.color[5], c, d, d.yxwz, texture[12], SHADOWARRAY2D;
TXD result.color[6], c, d, d.yxwz, texture[11], SHADOWARRAY1D;
TXQ n.xyz, 0, texture[12], SHADOWARRAY2D;
TXQ n.w, 0, texture[11], SHADOWARRAY1D;
MOV.S result.color[7].xyz, n;
END
