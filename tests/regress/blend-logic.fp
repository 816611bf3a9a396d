!!NVfp4.0
# The pixel is 0x00ff3355, the colour 0x0f0f0f0f: xor gives 0x0ff03c5a, whose bytes are 90, 60, 240 and 15.
# RUN: --run -on=source -fcolor=0:R8G8B8A8_UINT -flogic-op=xor -in=target0=0x00ff3355
# RUN: --run -on=ir -fcolor=0:R8G8B8A8_UINT -flogic-op=xor -in=target0=0x00ff3355
# RUN: --run -on=code -fcolor=0:R8G8B8A8_UINT -flogic-op=xor -in=target0=0x00ff3355
INT PARAM c = { 15, 15, 15, 15 };
MOV.S result.color, c;
END
# EXPECT:
# result.color.x = 90i 0x0000005a
# result.color.y = 60i 0x0000003c
# result.color.z = 240i 0x000000f0
# result.color.w = 15i 0x0000000f
