!!NVfp4.0
# Of three targets only the last is written: o0 and o1 keep the words of the first two, which have these places without it.
# RUN: -O2 -verify-sim=16 -o /dev/null -fcolor=0:R8G8B8A8_UNORM -fcolor=1:R16G16_UNORM -fcolor=2:R32_FLOAT
# RUN: -S -O2 -fcolor=0:R8G8B8A8_UNORM -fcolor=1:R16G16_UNORM -fcolor=2:R32_FLOAT
OPTION ARB_draw_buffers;
MOV result.color[2], program.local[0];
END
# EXPECT:
# 0 : .end
#        mbyp ft0, sh0
#        mov o2, ft0;
