!!NVfp4.0
# The result of one access is the coordinate of the next.
TEMP t, u;
TEX t, fragment.texcoord[0], texture[0], 2D;
MAD u, t, 0.1, fragment.texcoord[1];
TEX u, u, texture[1], CUBE;
TXP t, u, texture[2], RECT;
ADD result.color, t, u.wzyx;
END
