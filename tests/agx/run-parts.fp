!!NVfp4.0
# RUN: --run -on=code -target=agx -fcolor=0:R8G8B8A8_UNORM -in=paint=1,0.5,0,1
# The main part leaves floats, which the driver's epilog packs.
PARAM paint = program.local[0];
MUL result.color, paint, 0.75;
END
# EXPECT:
# result.color.x = 0.75 0x3f400000
# result.color.y = 0.375 0x3ec00000
# result.color.z = 0 0x00000000
# result.color.w = 0.75 0x3f400000
