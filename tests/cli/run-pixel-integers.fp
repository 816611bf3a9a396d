!!NVfp4.0
# RUN: --run -on=source -fcolor=0:R8G8B8A8_UINT -flogic-op=xor -in=paint=1i,2i,3i,4i -in=target0=0xff000302
# RUN: --run -on=ir -fcolor=0:R8G8B8A8_UINT -flogic-op=xor -in=paint=1i,2i,3i,4i -in=fetched0=2i,3i,0i,255i
# RUN: --run -on=code -fcolor=0:R8G8B8A8_UINT -flogic-op=xor -in=paint=1i,2i,3i,4i -in=target0=0xff000302
# RUN: --run -on=code -target=agx -mmonolithic -fcolor=0:R8G8B8A8_UINT -flogic-op=xor -in=paint=1i,2i,3i,4i -in=fetched0=2i,3i,0i,255i
# 1 ^ 2, 2 ^ 3, 3 ^ 0, 4 ^ 255.
PARAM paint = program.local[0];
MOV.U result.color, paint;
END
# EXPECT:
# result.color.x = 3i 0x00000003
# result.color.y = 1i 0x00000001
# result.color.z = 3i 0x00000003
# result.color.w = 251i 0x000000fb
