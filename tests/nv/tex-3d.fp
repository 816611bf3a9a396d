!!NVfp4.0
# Target 3D with every instruction that takes it, offsets of three components.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
FLAT INT ATTRIB i = fragment.attrib[0];
INT TEMP n;
TEX result.color[0], c, texture[2], 3D;
TXB result.color[1], c, texture[2], 3D, (1, -1, 2);
TXL result.color[2], c.yzxw, texture[2], 3D;
TXP result.color[3], c, texture[2], 3D;
TXD result.color[4], c, d, d.zxyw, texture[2], 3D;
AND.S n, i, 3;
TXF result.color[5], n, texture[2], 3D, (0, 1, 1);
TXQ n.xyz, n.y, texture[2], 3D;
MOV.S result.color[6].xyz, n;
END
