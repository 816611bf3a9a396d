!!NVfp4.0
# RUN: --run -O0 -on=ir -in=v=2,2,2,2 -in=w=0,4,0,0
# RUN: --run -O1 -ffp=fast -on=code -in=v=2,2,2,2 -in=w=0,4,0,0
# RUN: --run -O2 -ffp=fast -on=code -in=v=2,2,2,2 -in=w=0,4,0,0
# RUN: --run -O3 -ffp=fast -on=code -in=v=2,2,2,2 -in=w=0,4,0,0
# RUN: --run -O2 -ffp=fast -on=code -target=agx -mmonolithic -in=v=2,2,2,2 -in=w=0,4,0,0
# RUN: --run -O2 -on=code -in=v=2,2,2,2 -in=w=0,4,0,0
# RUN: --run -O2 -ffp=fast -on=code -in=v=2,2,2,2 -in=w=0,4,0,0
# Vectors of length 4: n = (2, 2, 2, 2) / 4 and l = (0, 4, 0, 0) / 4, normalised once more; n . l = 1/2, and l reflected at n is
# n * 2 * (1/2) - l = (1/2, -1/2, 1/2, 1/2), of length 1, normalised once more. -ffp=fast knows these lengths (passes/rules/length.c); all numbers are exact either way.
OPTION ARB_draw_buffers;
ATTRIB v = fragment.texcoord[0];
ATTRIB w = fragment.texcoord[1];
TEMP n, l, r, s;
DP4 n.x, v, v;
RSQ n.x, n.x;
MUL n, v, n.x;
DP4 l.x, w, w;
RSQ l.x, l.x;
MUL l, w, l.x;
DP4 s.x, n, n;
RSQ s.x, s.x;
MUL result.color[0], n, s.x;
DP4 s.x, n, l;
MUL s.x, s.x, 2.0;
MAD r, n, s.x, -l;
DP4 s.y, r, r;
RSQ s.y, s.y;
MUL result.color[1], r, s.y;
END
# EXPECT:
# result.color.x = 0.5 0x3f000000
# result.color.y = 0.5 0x3f000000
# result.color.z = 0.5 0x3f000000
# result.color.w = 0.5 0x3f000000
# result.color[1].x = 0.5 0x3f000000
# result.color[1].y = -0.5 0xbf000000
# result.color[1].z = 0.5 0x3f000000
# result.color[1].w = 0.5 0x3f000000
