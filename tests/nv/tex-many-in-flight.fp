!!NVfp4.0
# Independent lookups of eight units, used in another order than they are issued.
ATTRIB c = fragment.texcoord[0];
TEMP a, b, d, e, f, g, h, i;
TEX a, c, texture[0], 2D;
TEX b, c, texture[1], 2D;
TEX d, c, texture[2], 3D;
TEX e, c, texture[3], CUBE;
TEX f, c, texture[4], 1D;
TXB g, c, texture[5], 2D;
TXL h, c, texture[6], 2D;
TXP i, c, texture[7], 2D;
MUL h, h, b;
MAD a, i, d, a;
SUB g, g, e.wzyx;
MAD h, f, g, h;
ADD result.color, h, a;
END
