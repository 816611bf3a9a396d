!!NVfp4.0
# Target CUBE: TEX TXB TXL TXP TXD and TXQ, with the six faces reached by the signs of the inputs.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
TEMP acc, one;
INT TEMP n;
TEX acc, c, texture[3], CUBE;
TXB one, -c.yzxw, texture[3], CUBE;
MAD acc, acc, 0.75, one;
TXL one, c.zxyw, texture[3], CUBE;
MAD acc, acc, 0.75, one;
TXP one, c, texture[3], CUBE;
MAD acc, acc, 0.75, one;
TXD one, c, d, d.yzxw, texture[3], CUBE;
MAD acc, acc, 0.75, one;
TXQ n.xy, 1, texture[3], CUBE;
MOV.S result.color[1].xy, n;
MOV result.color[0], acc;
END
