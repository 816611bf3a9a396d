!!NVfp4.0
# Half of (1, 0.5, 0.25, 0.5) over the pixel (32, 64, 128, 255) / 255: 0.5 * 1 + 0.5 * 32 / 255 and so on,
# in the end as a byte / 255: 144, 96, 96, 191.
# RUN: --run -on=source -fcolor=0:R8G8B8A8_UNORM -fblend=0:add,source-alpha,one-minus-source-alpha -in=target0=0xff804020
# RUN: --run -on=ir -fcolor=0:R8G8B8A8_UNORM -fblend=0:add,source-alpha,one-minus-source-alpha -in=target0=0xff804020
# RUN: --run -on=code -fcolor=0:R8G8B8A8_UNORM -fblend=0:add,source-alpha,one-minus-source-alpha -in=target0=0xff804020
PARAM c = { 1, 0.5, 0.25, 0.5 };
MOV result.color, c;
END
# EXPECT:
# result.color.x = 0.564705908 0x3f109091
# result.color.y = 0.376470596 0x3ec0c0c1
# result.color.z = 0.376470596 0x3ec0c0c1
# result.color.w = 0.749019623 0x3f3fbfc0
