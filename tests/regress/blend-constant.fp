!!NVfp4.0
# Alpha has factors of its own, and only its blending reads the constant colour: red becomes that of the program.
# RUN: -O2 -verify-sim=16 -o /dev/null -fcolor=0:R16G16B16A16_SNORM -fblend=0:add,one,zero,subtract,constant-alpha,one
# RUN: --run -on=source -fcolor=0:R32G32B32A32_FLOAT -fblend=0:add,one,zero,subtract,constant-alpha,one -in=target0=1,2,3,0.25 -in=key.blend=9,9,9,0.5
# RUN: --run -on=code -fcolor=0:R32G32B32A32_FLOAT -fblend=0:add,one,zero,subtract,constant-alpha,one -in=target0=1,2,3,0.25 -in=key.blend=9,9,9,0.5
PARAM c = { 4, 5, 6, 2 };
MOV result.color, c;
END
# EXPECT:
# result.color.x = 4 0x40800000
# result.color.y = 5 0x40a00000
# result.color.z = 6 0x40c00000
# result.color.w = 0.75 0x3f400000
