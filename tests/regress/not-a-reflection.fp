!!NVfp4.0
# RUN: --run -O0 -on=ir -in=v=2,2,2,2 -in=w=0,4,0,0
# RUN: --run -O1 -ffp=fast -on=code -in=v=2,2,2,2 -in=w=0,4,0,0
# RUN: --run -O2 -ffp=fast -on=code -in=v=2,2,2,2 -in=w=0,4,0,0
# RUN: --run -O2 -ffp=fast -on=code -target=agx -mmonolithic -in=v=2,2,2,2 -in=w=0,4,0,0
# Nearly the reflection of unit-length.fp: one component has another factor, one another sign. With n = (1/2, 1/2, 1/2, 1/2), l = (0, 1, 0, 0) and
# n . l = 1/2 the first is n - l but for x, which is n.x * 4 * 1/2 = 1: the square of its length is 1 + 1/4 + 1/4 + 1/4 = 7/4.
# The second is n - l but for y, which is n.y * 2 * 1/2 + l.y = 3/2: the square of its length is 1/4 + 9/4 + 1/4 + 1/4 = 3.
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
DP4 s.x, n, l;
MUL s.y, s.x, 4.0;
MUL s.x, s.x, 2.0;
MAD r.yzw, n, s.x, -l;
MAD r.x, n, s.y, -l;
DP4 result.color[0], r, r;
MAD r.xzw, n, s.x, -l;
MAD r.y, n, s.x, l;
DP4 result.color[1], r, r;
END
# EXPECT:
# result.color.x = 1.75 0x3fe00000
# result.color.y = 1.75 0x3fe00000
# result.color.z = 1.75 0x3fe00000
# result.color.w = 1.75 0x3fe00000
# result.color[1].x = 3 0x40400000
# result.color[1].y = 3 0x40400000
# result.color[1].z = 3 0x40400000
# result.color[1].w = 3 0x40400000
