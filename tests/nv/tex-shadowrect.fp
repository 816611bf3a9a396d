!!NVfp4.0
# Target SHADOWRECT.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
INT TEMP n;
TEMP s;
MUL s, c, { 4.0, 4.0, 1.0, 1.0 };
TEX result.color[0], s, texture[9], SHADOWRECT;
TXP result.color[1], s, texture[9], SHADOWRECT, (1, 0);
TXD result.color[2], s, 1.0, 2.0, texture[9], SHADOWRECT;
MOV s.w, 0.0;
TXL result.color[3], s, texture[9], SHADOWRECT;
TXQ n.xy, 0, texture[9], SHADOWRECT;
MOV.S result.color[4].xy, n;
END
