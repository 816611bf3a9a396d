!!NVfp4.0
# The words of 16-bit components: green and alpha keep the bits of the pixel, 0x2222 and 0x4444. Red is 1, blue is -1.
# RUN: --run -on=source -fcolor=0:R16G16B16A16_SNORM,keep=yw -in=target0=0x22221111,0x44443333
# RUN: --run -on=ir -fcolor=0:R16G16B16A16_SNORM,keep=yw -in=target0=0x22221111,0x44443333
# RUN: --run -on=code -fcolor=0:R16G16B16A16_SNORM,keep=yw -in=target0=0x22221111,0x44443333
# RUN: --run -on=code -mcpu=axe-1-16m -fcolor=0:R16G16B16A16_SNORM,keep=yw,tile3[2] -in=target0=0x22221111,0x44443333
PARAM c = { 7, 0, -7, 0 };
MOV result.color, c;
END
# EXPECT:
# result.color.x = 572686335i 0x22227fff
# result.color.y = 1145339905i 0x44448001
