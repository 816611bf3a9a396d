!!NVfp4.0
# RUN: -target=agx -O3 -ffp=fast -verify-sim=32 -o /dev/null
# RUN: -target=agx -O2 -ffp=fast -verify-sim=32
# Both textures are requested together and have one wait, although what they overwrite is as much as the registers of the program.
PARAM c[6] = { program.local[0..5] };
PARAM imm0 = { 0.0, 1.0, 2.0, 0.5 };
TEMP R0, R1, R2, R3, R4, R5, R6;
TEX R0, fragment.attrib[0], texture[0], 2D;
TEX R1, fragment.attrib[0], texture[1], 2D;
DP3 R2.w, fragment.attrib[1], fragment.attrib[1];
RSQ R2.w, R2.w;
MUL R2.xyz, fragment.attrib[1], R2.w;
ADD R3.xyz, c[0], -fragment.attrib[2];
DP3 R3.w, R3, R3;
RSQ R3.w, R3.w;
MUL R3.xyz, R3, R3.w;
DP3 R4.x, R2, R3;
MAX R4.y, R4.x, imm0.x;
MUL R5.xyz, R2, R4.x;
MAD R5.xyz, R5, imm0.z, -R3;
ADD R6.xyz, c[1], -fragment.attrib[2];
DP3 R6.w, R6, R6;
RSQ R6.w, R6.w;
MUL R6.xyz, R6, R6.w;
DP3 R4.z, R5, R6;
MAX R4.z, R4.z, imm0.x;
POW R4.z, R4.z, c[2].w;
MAD R5, c[3], R4.y, c[4];
MUL R5, R5, R0;
MUL R6, c[2], R4.z;
MAD.SAT R5, R6, R1, R5;
MOV R5.w, R0.w;
MOV result.color, R5;
END
# EXPECT:
# .preamble
#      0: 1a81aa010200         fmul32 r0, u21, 0.5
#      6: 1a85ac010200         fmul32 r1, u22, 0.5
#      c: c500003d0180f000     uniform_store xyzw, r0l_r0h_r1l_r1h, 16
#     14: 1a81ae010200         fmul32 r0, u23, 0.5
#     1a: c500403d01803000     uniform_store xy, r0l_r0h, 20
#     22: 8800                 stop
#     24: 0800                 trap
#     26: 0800                 trap
#     28: 0800                 trap
#     2a: 0800                 trap
#     2c: 0800                 trap
#     2e: 0800                 trap
#     30: 0800                 trap
#     32: 0800                 trap
# .main
#      0: 618103c000000000     iterproj r0_r1_r2, cf3, cf0, center
#      8: 9a8d80022800         fmul32 r3.cache, r0.cache, r0.cache
#      e: ba8d822228c60200     fmadd32 r3.cache, r1.cache, r1.cache, r3.discard
#     16: ba8d844228c60200     fmadd32 r3.cache, r2.cache, r2.cache, r3.discard
#     1e: 8a0dc692             rsqrt r3.cache, r3.discard
#     22: 9a91c0622800         fmul32 r4.cache, r0.discard, r3.cache
#     28: 9a95c2622800         fmul32 r5.cache, r1.discard, r3.cache
#     2e: 9a8dc4622c00         fmul32 r3.cache, r2.discard, r3.discard
#     34: 618106c000000000     iterproj r0_r1_r2, cf6, cf0, center
#     3c: aa99806a1900         fadd32 r6.cache, r0.cache.neg, u11
#     42: aa9d828a1900         fadd32 r7.cache, r1.cache.neg, u12
#     48: 9aa18cc22800         fmul32 r8.cache, r6.cache, r6.cache
#     4e: baa18ee228d00200     fmadd32 r8.cache, r7.cache, r7.cache, r8.discard
#     56: aaa584aa1900         fadd32 r9.cache, r2.cache.neg, u13
#     5c: baa1922229d00200     fmadd32 r8.cache, r9.cache, r9.cache, r8.discard
#     64: 8a21d092             rsqrt r8.cache, r8.discard
#     68: 9a99cc022900         fmul32 r6.cache, r6.discard, r8.cache
#     6e: 9a9dce022900         fmul32 r7.cache, r7.discard, r8.cache
#     74: 9aa1d2022d00         fmul32 r8.cache, r9.discard, r8.discard
#     7a: 9aa588c22800         fmul32 r9.cache, r4.cache, r6.cache
#     80: baa58ae228d20200     fmadd32 r9.cache, r5.cache, r7.cache, r9.discard
#     88: baa5860229d20200     fmadd32 r9.cache, r3.cache, r8.cache, r9.discard
#     90: 9aa5d2020001         fmul32 r9.cache, r9.discard, 2.0
#     96: ba91c82229cc0a00     fmadd32 r4.cache, r4.discard, r9.cache, r6.discard.neg
#     9e: ba95ca2229ce0a00     fmadd32 r5.cache, r5.discard, r9.cache, r7.discard.neg
#     a6: ba8dc62229d00a00     fmadd32 r3.cache, r3.discard, r9.cache, r8.discard.neg
#     ae: aa81c0ca1900         fadd32 r0.cache, r0.discard.neg, u14
#     b4: aa85c2ea1900         fadd32 r1.cache, r1.discard.neg, u15
#     ba: 9a91c8022800         fmul32 r4.cache, r4.discard, r0.cache
#     c0: ba91ca2228c80200     fmadd32 r4.cache, r5.discard, r1.cache, r4.discard
#     c8: 9a81c0022c00         fmul32 r0.cache, r0.discard, r0.discard
#     ce: ba81c2222cc00200     fmadd32 r0.cache, r1.discard, r1.discard, r0.discard
#     d6: aa85c40a1a00         fadd32 r1.cache, r2.discard.neg, u16
#     dc: ba89c62228c80200     fmadd32 r2.cache, r3.discard, r1.cache, r4.discard
#     e4: ba81c2222cc00200     fmadd32 r0.cache, r1.discard, r1.discard, r0.discard
#     ec: 8a01c092             rsqrt r0.cache, r0.discard
#     f0: 9aa1c0422c00         fmul32 r8.cache, r0.discard, r2.discard
#     f6: 8225d20200d200f0     fcmpsel gtn, r9.cache, r9.discard, 0.0, r9.discard, 0
#     fe: 6181018000000000     iterproj r0_r1, cf1, cf0, center
#    106: 3111000000620f81     texture_sample 1, none, xyzw, r4_r5_r6_r7, ts0, ss1, tex_2d, r0_r1, auto_lod, 0
#    10e: 3101400001620782     texture_sample 1, none, xyz, r0_r1_r2, ts1, ss2, tex_2d, r0_r1.discard, auto_lod, 0
#    116: 3801                 wait 1
#    118: ba8d920219b00100     fmadd32 r3.cache, r9.cache, u8, u24
#    120: 9a8dc8622c00         fmul32 r3.cache, r4.discard, r3.discard
#    126: 8211d00200d000f0     fcmpsel gtn, r4.cache, r8.discard, 0.0, r8.discard, 0
#    12e: 8a11c8c2             log2 r4.cache, r4.discard
#    132: 9a91a8812c00         fmul32 r4.cache, u20, r4.discard
#    138: 8a21c8d2             exp2 r8.cache, r4.discard
#    13c: 9a9190221a00         fmul32 r4.cache, r8.cache, u17
#    142: 7a91c0822cc60200     fmadd32.sat r4, r0.discard, r4.discard, r3.discard
#    14a: ba81922219b20100     fmadd32 r0.cache, r9.cache, u9, u25
#    152: 9a81ca022c00         fmul32 r0.cache, r5.discard, r0.discard
#    158: 9a8d90421a00         fmul32 r3.cache, r8.cache, u18
#    15e: 7a95c2622cc00200     fmadd32.sat r5, r1.discard, r3.discard, r0.discard
#    166: ba81d24219b40100     fmadd32 r0.cache, r9.discard, u10, u26
#    16e: 9a81cc022c00         fmul32 r0.cache, r6.discard, r0.discard
#    174: 9a85d0621a00         fmul32 r1.cache, r8.discard, u19
#    17a: 7a99c4222cc00200     fmadd32.sat r6, r2.discard, r1.discard, r0.discard
