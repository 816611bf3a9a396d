!!NVfp4.0
# Target 3D with every instruction that takes it, offsets of three components.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
FLAT INT ATTRIB i = fragment.attrib[0];
TEMP acc, one;
INT TEMP n;
TEX acc, c, texture[2], 3D;
TXB one, c, texture[2], 3D, (1, -1, 2);
MAD acc, acc, 0.75, one;
TXL one, c.yzxw, texture[2], 3D;
MAD acc, acc, 0.75, one;
TXP one, c, texture[2], 3D;
MAD acc, acc, 0.75, one;
TXD one, c, d, d.zxyw, texture[2], 3D;
MAD acc, acc, 0.75, one;
AND.S n, i, 3;
TXF one, n, texture[2], 3D, (0, 1, 1);
MAD acc, acc, 0.75, one;
TXQ n.xyz, n.y, texture[2], 3D;
MOV.S result.color[1].xyz, n;
MOV result.color[0], acc;
END
