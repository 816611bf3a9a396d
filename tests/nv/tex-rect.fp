!!NVfp4.0
# Target RECT: coordinates are texels.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
FLAT INT ATTRIB i = fragment.attrib[0];
INT TEMP n;
TEMP s;
TEX result.color[0], fragment.position, texture[4], RECT;
TXP result.color[1], c, texture[4], RECT;
MUL s, c, 8.0;
MOV s.w, 0.0;
TXL result.color[2], s, texture[4], RECT;
TXD result.color[3], s, d, d.yxwz, texture[4], RECT, (1, 1);
AND.S n, i, 7;
MOV.S n.w, 0;
TXF result.color[4], n, texture[4], RECT;
TXQ n.xy, 0, texture[4], RECT;
MOV.S result.color[5].xy, n;
TXB result.color[6], s, texture[4], RECT;
END
