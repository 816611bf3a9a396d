!!NVfp4.0
# These three operations do not read the pixel: nothing loads an output register before the stores.
# RUN: -O2 -verify-sim=16 -o /dev/null -flogic-op=set -fcolor=0:R8G8B8A8_UINT -fcolor=1:R16G16_UINT
# RUN: -O2 -verify-sim=16 -o /dev/null -flogic-op=copy-inverted -fcolor=0:R8G8B8A8_UINT -fcolor=1:R16G16_UINT
# RUN: -S -O2 -flogic-op=clear -fcolor=0:R8G8B8A8_UINT -fcolor=1:R16G16_UINT
OPTION ARB_draw_buffers;
MOV result.color[0], fragment.color;
MOV result.color[1], fragment.color;
END
# EXPECT:
# 0 : .end
#        mbyp ft0, c0
#        mbyp ft1, c0
#        mov o0, ft0;
#        mov o1, ft1;
