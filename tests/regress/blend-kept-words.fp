!!NVfp4.0
# The words of 16-bit components: green and alpha keep the bits of the pixel, 0x2222 and 0x4444. Red is 1, blue is -1. The kept ones are 0x2222 / 0x7fff = 0.26667
# and 0x4444 / 0x7fff = 0.53334.
# RUN: --run -on=source -fcolor=0:R16G16B16A16_SNORM,keep=yw -in=target0=0x22221111,0x44443333
# RUN: --run -on=ir -fcolor=0:R16G16B16A16_SNORM,keep=yw -in=target0=0x22221111,0x44443333
# RUN: --run -on=code -fcolor=0:R16G16B16A16_SNORM,keep=yw -in=target0=0x22221111,0x44443333
# RUN: --run -on=code -mcpu=axe-1-16m -fcolor=0:R16G16B16A16_SNORM,keep=yw,tile3[2] -in=target0=0x22221111,0x44443333
PARAM c = { 7, 0, -7, 0 };
MOV result.color, c;
END
# EXPECT:
# result.color.x = 1 0x3f800000
# result.color.y = 0.266670763 0x3e888912
# result.color.z = -1 0xbf800000
# result.color.w = 0.533341527 0x3f088912
