!!NVfp4.0
# Target CUBE: TEX TXB TXL TXP TXD and TXQ, with the six faces reached by the signs of the inputs.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
INT TEMP n;
TEX result.color[0], c, texture[3], CUBE;
TXB result.color[1], -c.yzxw, texture[3], CUBE;
TXL result.color[2], c.zxyw, texture[3], CUBE;
TXP result.color[3], c, texture[3], CUBE;
TXD result.color[4], c, d, d.yzxw, texture[3], CUBE;
TXQ n.xy, 1, texture[3], CUBE;
MOV.S result.color[5].xy, n;
END
