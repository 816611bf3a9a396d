!!NVfp4.0
# The pixel is 0x00ff3355, the colour 0x0f0f0f0f: xor gives 0x0ff03c5a.
# RUN: --run -on=source -fcolor=0:R8G8B8A8_UINT -flogic-op=xor -in=target0=0x00ff3355
# RUN: --run -on=ir -fcolor=0:R8G8B8A8_UINT -flogic-op=xor -in=target0=0x00ff3355
# RUN: --run -on=code -fcolor=0:R8G8B8A8_UINT -flogic-op=xor -in=target0=0x00ff3355
INT PARAM c = { 15, 15, 15, 15 };
MOV.S result.color, c;
END
# EXPECT:
# result.color.x = 267402330i 0x0ff03c5a
