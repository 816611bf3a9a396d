!!NVfp4.0
# FLR to float, signed and unsigned; FLR.S of a float operand into an integer variable as compilers of the time wrote it.
OPTION ARB_draw_buffers;
TEMP f;
INT TEMP s;
UINT TEMP u;
MIN f, fragment.attrib[0], 8388607.5;
MAX f, f, -8388607.5;
FLR result.color[0], f;
FLR.S s, f;
MOV.S result.color[1], s;
FLR.U u, |f|;
MOV.U result.color[2], u;
FLR.S result.color[3].xz, -f.wzyx;
FLRR.SSAT result.color[4], f;
END
