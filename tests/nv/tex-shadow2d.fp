!!NVfp4.0
# Target SHADOW2D: the reference is z, clamped to [0,1].
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
TEMP acc, one;
INT TEMP n;
TEMP s;
TEX acc, c, texture[8], SHADOW2D;
TXB one, c, texture[8], SHADOW2D;
MAD acc, acc, 0.75, one;
TXL one, c.zyxw, texture[8], SHADOW2D, (0, 3);
MAD acc, acc, 0.75, one;
TXP one, c, texture[8], SHADOW2D;
MAD acc, acc, 0.75, one;
TXD one, c, d, d.yxwz, texture[8], SHADOW2D;
MAD acc, acc, 0.75, one;
MOV s, c;
MOV s.z, 0.5;
TEX.CC s, s, texture[8], SHADOW2D;
ADD acc (GT.x), acc, c;
TXQ n.xy, 0, texture[8], SHADOW2D;
MOV.S result.color[1].xy, n;
MOV result.color[0], acc;
END
