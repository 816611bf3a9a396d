!!NVfp4.0
# RUN: --run -on=code -target=agx -mmonolithic -frt=rgba8 -in=paint=1,0.5,0,1
# RUN: --run -on=code -target=agx -mmonolithic -frt=f16 -fsamples=4 -fsample-shading -in=paint=1,0.5,0,1
# What the formats of the targets keep of the results.
PARAM paint = program.local[0];
MUL result.color, paint, 0.75;
END
# EXPECT:
# result.color.x = 0.75 0x3f400000
# result.color.y = 0.375 0x3ec00000
# result.color.z = 0 0x00000000
# result.color.w = 0.75 0x3f400000
