!!NVfp4.0
# RUN: -target=agx -O2
# Two samples in flight in one slot, one wait. The coordinates are computed where the second access reads them.
TEMP r, s;
TEX r, fragment.texcoord[0], texture[0], 2D;
MUL s, fragment.texcoord[0], 2.0;
TXB s, s, texture[1], SHADOW2D;
ADD result.color, r, s;
END
# EXPECT:
#      0: 6181010000000000     iterproj r0_r1_r2_r3, cf1, cf0, center
#      8: 3111000000620f81     texture_sample 1, none, xyzw, r4_r5_r6_r7, ts0, ss1, tex_2d, r0_r1, auto_lod, 0
#     10: 1a81c0020001         fmul32 r0, r0.discard, 2.0
#     16: 1a85c2020001         fmul32 r1, r1.discard, 2.0
#     1c: 1a89c4020001         fmul32 r2, r2.discard, 2.0
#     22: 9a8dc6020001         fmul32 r3.cache, r3.discard, 2.0
#     28: 2a8cc6020002         fadd32 r3l, r3.discard, -0.0
#     2e: 3181c0060162518200000400 texture_sample 1, none, x, r0, ts1, ss2, tex_2d, r0_r1.discard, auto_lod_bias, r3l, r2
#     3a: 3801                 wait 1
#     3c: 2a91c8022800         fadd32 r4, r4.discard, r0.cache
#     42: 2a95ca022800         fadd32 r5, r5.discard, r0.cache
#     48: 2a99cc022c00         fadd32 r6, r6.discard, r0.discard
#     4e: 2a9dce020300         fadd32 r7, r7.discard, 1.0
