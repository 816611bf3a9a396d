!!NVfp4.0
# Target RECT: coordinates are texels.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
FLAT INT ATTRIB i = fragment.attrib[0];
TEMP acc, one;
INT TEMP n;
TEMP s;
TEX acc, fragment.position, texture[4], RECT;
TXP one, c, texture[4], RECT;
MAD acc, acc, 0.75, one;
MUL s, c, 8.0;
MOV s.w, 0.0;
TXL one, s, texture[4], RECT;
MAD acc, acc, 0.75, one;
TXD one, s, d, d.yxwz, texture[4], RECT, (1, 1);
MAD acc, acc, 0.75, one;
AND.S n, i, 7;
MOV.S n.w, 0;
TXF one, n, texture[4], RECT;
MAD acc, acc, 0.75, one;
TXQ n.xy, 0, texture[4], RECT;
MOV.S result.color[1].xy, n;
TXB one, s, texture[4], RECT;
MAD acc, acc, 0.75, one;
MOV result.color[0], acc;
END
