!!NVfp4.0
# A target that keeps all of its components is not stored, and what only computes it goes away.
# RUN: -O2 -verify-sim=16 -o /dev/null -fcolor=0:R16G16_UNORM,keep=xy -fcolor=1:R32_FLOAT
# RUN: -S -O2 -fcolor=0:R16G16_UNORM,keep=xy -fcolor=1:R32_FLOAT
OPTION ARB_draw_buffers;
TEX result.color[0], fragment.texcoord[0], texture[0], 2D;
MOV result.color[1], program.local[0];
END
# EXPECT:
# 0 : .end
#        mbyp ft0, sh0
#        mov o1, ft0;
