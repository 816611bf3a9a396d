!!NVfp4.0
# RUN: --run -O0 -on=ir -in=v=2,2,2,2 -in=w=1,2,3,5 -in=s=0.75 -in=four=4,4,4,4
# RUN: --run -O1 -on=code -in=v=2,2,2,2 -in=w=1,2,3,5 -in=s=0.75 -in=four=4,4,4,4
# RUN: --run -O2 -on=code -in=v=2,2,2,2 -in=w=1,2,3,5 -in=s=0.75 -in=four=4,4,4,4
# RUN: --run -O3 -on=code -in=v=2,2,2,2 -in=w=1,2,3,5 -in=s=0.75 -in=four=4,4,4,4
# RUN: --run -O1 -on=code -target=agx -mmonolithic -in=v=2,2,2,2 -in=w=1,2,3,5 -in=s=0.75 -in=four=4,4,4,4
# RUN: --run -O2 -on=code -target=agx -mmonolithic -in=v=2,2,2,2 -in=w=1,2,3,5 -in=s=0.75 -in=four=4,4,4,4
# RUN: --run -O3 -on=code -target=agx -mmonolithic -in=v=2,2,2,2 -in=w=1,2,3,5 -in=s=0.75 -in=four=4,4,4,4
# A vector of length 4 scaled to 1 for a dot product: (2, 2, 2, 2) / 4 . (1, 2, 3, 5) = 11 / 2; and v * s * 2 - w = 3 - w, beside max(s, 0) * 4 + 1.
# Both are taken apart with -ffp=gl (passes/opt/pass_reassociate.c, pass_rescale.c); all numbers here are exact either way.
OPTION ARB_draw_buffers;
ATTRIB v = fragment.texcoord[0];
ATTRIB w = fragment.texcoord[1];
ATTRIB s = fragment.texcoord[2];
PARAM four = program.local[0];
TEMP n, r;
DP4 n.x, v, v;
RSQ n.x, n.x;
MUL n, v, n.x;
DP4 result.color[0].x, n, w;
MAX r.x, s.x, 0.0;
MAD result.color[0].yzw, r.x, four, 1.0;
MUL r, v, s.x;
MAD result.color[1], r, 2.0, -w;
END
# EXPECT:
# result.color.x = 5.5 0x40b00000
# result.color.y = 4 0x40800000
# result.color.z = 4 0x40800000
# result.color.w = 4 0x40800000
# result.color[1].x = 2 0x40000000
# result.color[1].y = 1 0x3f800000
# result.color[1].z = 0 0x00000000
# result.color[1].w = -2 0xc0000000
