!!NVfp4.0
# Target SHADOW2D: the reference is z, clamped to [0,1].
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
INT TEMP n;
TEMP s;
TEX result.color[0], c, texture[8], SHADOW2D;
TXB result.color[1], c, texture[8], SHADOW2D;
TXL result.color[2], c.zyxw, texture[8], SHADOW2D, (0, 3);
TXP result.color[3], c, texture[8], SHADOW2D;
TXD result.color[4], c, d, d.yxwz, texture[8], SHADOW2D;
MOV s, c;
MOV s.z, 0.5;
TEX.CC s, s, texture[8], SHADOW2D;
MOV result.color[5], 0.0;
MOV result.color[5] (GT.x), c;
TXQ n.xy, 0, texture[8], SHADOW2D;
MOV.S result.color[6].xy, n;
END
