!!NVfp4.0
# SAT and SSAT on texture results, with the condition code of the clamped value.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
TEMP t;
TEX.SAT.CC t, c, texture[0], 2D;
MOV result.color[0], t;
MOV result.color[1], c;
MOV result.color[1] (EQ), 0.0;
TXB.SSAT.CC1 t, c, texture[0], 2D;
ADD result.color[2] (LT1), t, -1.0;
TEX_SAT result.color[3].xz, c.yxzw, texture[1], 1D;
END
