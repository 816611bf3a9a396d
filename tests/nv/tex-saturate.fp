!!NVfp4.0
# SAT and SSAT on texture results, with the condition code of the clamped value.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
TEMP t, r;
TEX.SAT.CC t, c, texture[0], 2D;
MOV result.color[0], t;
MOV r, c;
MOV r (EQ), 0.0;
TXB.SSAT.CC1 t, c, texture[0], 2D;
ADD r (LT1), t, -1.0;
TEX_SAT r.xz, c.yxzw, texture[1], 1D;
MOV result.color[1], r;
END
