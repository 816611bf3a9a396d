!!NVfp4.0
# Target ARRAY1D: the layer is y, rounded and clamped.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
FLAT INT ATTRIB i = fragment.attrib[0];
TEMP acc, one;
INT TEMP n;
TEX acc, c, texture[5], ARRAY1D;
TXB one, c, texture[5], ARRAY1D, (-2);
MAD acc, acc, 0.75, one;
TXL one, c.zwxy, texture[5], ARRAY1D;
MAD acc, acc, 0.75, one;
TXP one, c, texture[5], ARRAY1D;
MAD acc, acc, 0.75, one;
TXD one, c, d, d.yxwz, texture[5], ARRAY1D;
MAD acc, acc, 0.75, one;
AND.S n, i, 1;
TXF one, n, texture[5], ARRAY1D;
MAD acc, acc, 0.75, one;
TXQ n.xy, 0, texture[5], ARRAY1D;
MOV.S result.color[1].xy, n;
MOV result.color[0], acc;
END
