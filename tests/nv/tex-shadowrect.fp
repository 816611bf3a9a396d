!!NVfp4.0
# Target SHADOWRECT.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
TEMP acc, one;
INT TEMP n;
TEMP s;
MUL s, c, { 4.0, 4.0, 1.0, 1.0 };
TEX acc, s, texture[9], SHADOWRECT;
TXP one, s, texture[9], SHADOWRECT, (1, 0);
MAD acc, acc, 0.75, one;
TXD one, s, 1.0, 2.0, texture[9], SHADOWRECT;
MAD acc, acc, 0.75, one;
MOV s.w, 0.0;
TXL one, s, texture[9], SHADOWRECT;
MAD acc, acc, 0.75, one;
TXQ n.xy, 0, texture[9], SHADOWRECT;
MOV.S result.color[1].xy, n;
MOV result.color[0], acc;
END
