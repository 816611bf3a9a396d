!!NVfp4.0
# RUN: -target=agx -O0 -verify-sim=64
# RUN: -target=agx -O2 -verify-sim=64
# RUN: -target=agx -O2
# A test of a sum with a constant is one of the other addend; not with a constant so small that a difference is flushed.
TEMP a;
SUB a.x, fragment.attrib[0].x, 0.5;
KIL a.x;
SUB a.y, 0.25, fragment.attrib[0].y;
KIL a.y;
ADD a.z, fragment.attrib[0].z, 1.0e-37;
KIL a.z;
MOV result.color, fragment.attrib[0];
END
# EXPECT:
#      0: 6191010000000000     iterproj r4_r5_r6_r7, cf1, cf0, center
#      8: 02804802023f0130c000 fcmpsel lt, r0l, r4, 0.5, 255, 0
#     12: c1008000             sample_mask r0l, 0
#     16: 02804a0a013f0130c002 fcmpsel lt, r0l, r5.neg, -0.25, 255, 0
#     20: c1008000             sample_mask r0l, 0
#     24: aa814c021900         fadd32 r0.cache, r6, u8
#     2a: 0280c002003f0130c000 fcmpsel lt, r0l, r0.discard, 0.0, 255, 0
#     34: c1008000             sample_mask r0l, 0
#     38: 48010000             wait_pix 1
#     3c: 7e0012098000         mov r0l, u9l
#     42: c100bf0c             sample_mask r0l, 255
