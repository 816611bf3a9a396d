!!NVfp4.0
# TXL, TXB, TXD and texel offsets.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
TEMP t, u;
TXL t, c, texture[0], 2D, (1, -2);
TXB u, c.wzyx, texture[1], 3D, (-1, 0, 3);
MAD t, t, 0.5, u;
TXD u, c, fragment.texcoord[1], fragment.texcoord[2], texture[0], 2D;
MAD result.color[0], t, 0.5, u;
TXP u, c, texture[3], SHADOW2D;
TXD.SAT u.xy, -c, fragment.texcoord[1].yxzw, |fragment.texcoord[2]|, texture[2], CUBE;
MOV result.color[1], u;
END
