!!NVfp4.0
# Discarded fragments leave output registers, tile buffers and samples as they are, with and without a written depth.
# RUN: -O2 -verify-sim=16 -o /dev/null -fcolor=0:R8G8B8A8_UNORM,o1 -fblend=0:add,source-alpha,one -fcolor=1:R16G16_SNORM,tile2[1],keep=x
# RUN: -O0 -verify-sim=16 -o /dev/null -fcolor=0:R8G8B8A8_UNORM,o1 -fblend=0:add,source-alpha,one -fcolor=1:R16G16_SNORM,tile2[1],keep=x
# RUN: -mcpu=axe-1-16m -O2 -verify-sim=16 -o /dev/null -fcolor=0:R11G11B10_FLOAT,tile0[2] -fblend=0:min,one,one -fcolor=1:R32_UINT,o3 -flogic-op=xor
# RUN: -mcpu=bxs-4-64 -O2 -verify-sim=16 -o /dev/null -fsamples=4 -fcolor=0:B5G6R5_UNORM,tile0[3] -fblend=0:subtract,one,target-alpha -fcoverage=alpha
# RUN: -mcpu=g6110 -O1 -verify-sim=16 -o /dev/null -fsamples=4 -fcolor=0:R16_UNORM -fblend=0:reverse-subtract,constant-alpha,one -falpha-test=less
# RUN: -O2 -spill-all -verify-sim=16 -o /dev/null -fcolor=0:R8G8B8A8_UNORM,o1 -fblend=0:add,source-alpha,one -fcolor=1:R16G16_SNORM,tile2[1],keep=x
OPTION ARB_draw_buffers;
TEMP t;
SUB t, fragment.texcoord[0], 0.5;
KIL t.x;
MOV result.color[0], fragment.texcoord[1];
MOV result.color[1], fragment.texcoord[0];
MOV result.depth.z, t.y;
END
