!!NVfp4.0
# TXL, TXB, TXD and texel offsets.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
TXL result.color[0], c, texture[0], 2D, (1, -2);
TXB result.color[1], c.wzyx, texture[1], 3D, (-1, 0, 3);
TXD result.color[2], c, fragment.texcoord[1], fragment.texcoord[2], texture[0], 2D;
TXD.SAT result.color[3].xy, -c, fragment.texcoord[1].yxzw, |fragment.texcoord[2]|, texture[2], CUBE;
TXP result.color[4], c, texture[3], SHADOW2D;
END
