!!NVfp4.0
# Minimum and maximum ignore the factors, and give the pixel if either is NaN: a comparison selects the colour of the program.
# RUN: -O2 -verify-sim=16 -o /dev/null -fcolor=0:R32G32B32A32_FLOAT -fblend=0:min,zero,zero,max,zero,constant-alpha
# RUN: -O0 -verify-sim=16 -o /dev/null -fcolor=0:R16G16B16A16_FLOAT,tile0[1] -fblend=0:min,zero,zero,max,zero,constant-alpha
# RUN: --run -on=source -fcolor=0:R32G32B32A32_FLOAT -fblend=0:min,zero,one,max,zero,zero -in=target0=nan,1,3,nan
# RUN: --run -on=ir -fcolor=0:R32G32B32A32_FLOAT -fblend=0:min,zero,one,max,zero,zero -in=target0=nan,1,3,nan
# RUN: --run -on=code -fcolor=0:R32G32B32A32_FLOAT -fblend=0:min,zero,one,max,zero,zero -in=target0=nan,1,3,nan
PARAM c = { 2, 2, 2, 2 };
MOV result.color, c;
END
# EXPECT:
# result.color.x = nan 0x7fc00000
# result.color.y = 1 0x3f800000
# result.color.z = 2 0x40000000
# result.color.w = nan 0x7fc00000
