!!NVfp4.0
# RUN: -target=agx -O2 -verify-sim=16
# RUN: -target=agx -O2
# Coordinates that two accesses share: the vector of the second takes the place of the first one's, and nothing moves.
TEMP a, b, c;
MOV c, fragment.attrib[0];
ADD c.xy, c, program.local[0];
TEX a, c, texture[0], 2D;
ADD c.x, c.x, program.local[0].z;
TEX b, c, texture[1], 2D;
MUL result.color, a, b;
END
# EXPECT:
#      0: 6181018000000000     iterproj r0_r1, cf1, cf0, center
#      8: aa91c0021900         fadd32 r4.cache, r0.discard, u8
#      e: 2a95c2221900         fadd32 r5, r1.discard, u9
#     14: 3101080000620f81     texture_sample 1, none, xyzw, r0_r1_r2_r3, ts0, ss1, tex_2d, r4_r5, auto_lod, 0
#     1c: 2a91c8421900         fadd32 r4, r4.discard, u10
#     22: 3111480001620f82     texture_sample 1, none, xyzw, r4_r5_r6_r7, ts1, ss2, tex_2d, r4_r5.discard, auto_lod, 0
#     2a: 3801                 wait 1
#     2c: 1a91c0822c00         fmul32 r4, r0.discard, r4.discard
#     32: 1a95c2a22c00         fmul32 r5, r1.discard, r5.discard
#     38: 1a99c4c22c00         fmul32 r6, r2.discard, r6.discard
#     3e: 1a9dc6e22c00         fmul32 r7, r3.discard, r7.discard
