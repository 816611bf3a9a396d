!!NVfp4.0
# RUN: -target=agx -O1 -ffp=fast -verify-sim=32 -verify-each -o /dev/null
# RUN: -target=agx -O3 -ffp=fast -verify-sim=32 -verify-each -o /dev/null
# RUN: -target=agx -O2 -ffp=fast -verify-sim=32
# A reflected vector and a diffuse term share twice the product of normal and view, so the preamble halves the colour.
PARAM view = program.local[0];
PARAM diffuse = program.local[1];
PARAM ambient = program.local[2];
TEMP n, d, r, t, u;
MOV n, fragment.texcoord[1];
TEX t, fragment.texcoord[0], texture[0], 2D;
TEX u, fragment.texcoord[0], texture[1], 2D;
DP3 d.x, n, fragment.texcoord[2];
MAX d.y, d.x, 0.0;
MUL r.xyz, n, d.x;
MAD r.xyz, r, 2.0, -fragment.texcoord[2];
DP3 r.w, r, view;
MAD d, diffuse, d.y, ambient;
MUL t, t, d;
MAD t, u.xyzx, r.w, t;
MOV result.color, t;
END
# EXPECT:
# .preamble
#      0: 1a819e010200         fmul32 r0, u15, 0.5
#      6: 1a85a0010200         fmul32 r1, u16, 0.5
#      c: c500003d0180f000     uniform_store xyzw, r0l_r0h_r1l_r1h, 16
#     14: 1a81a2010200         fmul32 r0, u17, 0.5
#     1a: 1a85a4010200         fmul32 r1, u18, 0.5
#     20: c500403d0180f000     uniform_store xyzw, r0l_r0h_r1l_r1h, 20
#     28: 8800                 stop
#     2a: 0800                 trap
#     2c: 0800                 trap
#     2e: 0800                 trap
#     30: 0800                 trap
#     32: 0800                 trap
#     34: 0800                 trap
#     36: 0800                 trap
#     38: 0800                 trap
# .main
#      0: 618103c000000000     iterproj r0_r1_r2, cf3, cf0, center
#      8: 619106c000000000     iterproj r4_r5_r6, cf6, cf0, center
#     10: 9a8d80822800         fmul32 r3.cache, r0.cache, r4.cache
#     16: ba8d82a228c60200     fmadd32 r3.cache, r1.cache, r5.cache, r3.discard
#     1e: ba8d84c228c60200     fmadd32 r3.cache, r2.cache, r6.cache, r3.discard
#     26: 9a8dc6020001         fmul32 r3.cache, r3.discard, 2.0
#     2c: ba81c06228c80a00     fmadd32 r0.cache, r0.discard, r3.cache, r4.discard.neg
#     34: ba85c26228ca0a00     fmadd32 r1.cache, r1.discard, r3.cache, r5.discard.neg
#     3c: ba89c46228cc0a00     fmadd32 r2.cache, r2.discard, r3.cache, r6.discard.neg
#     44: 9a81c0821900         fmul32 r0.cache, r0.discard, u12
#     4a: ba81c2a219c00200     fmadd32 r0.cache, r1.discard, u13, r0.discard
#     52: ba9dc4c219c00200     fmadd32 r7.cache, r2.discard, u14, r0.discard
#     5a: 8219c60200c600f0     fcmpsel gtn, r6.cache, r3.discard, 0.0, r3.discard, 0
#     62: 6191018000000000     iterproj r4_r5, cf1, cf0, center
#     6a: 3101080000620f81     texture_sample 1, none, xyzw, r0_r1_r2_r3, ts0, ss1, tex_2d, r4_r5, auto_lod, 0
#     72: baa18c0219a60100     fmadd32 r8.cache, r6.cache, u8, u19
#     7a: 3801                 wait 1
#     7c: 9aa1c0022d00         fmul32 r8.cache, r0.discard, r8.discard
#     82: ba818c2219a80100     fmadd32 r0.cache, r6.cache, u9, u20
#     8a: 9aa5c2022c00         fmul32 r9.cache, r1.discard, r0.discard
#     90: ba818c4219aa0100     fmadd32 r0.cache, r6.cache, u10, u21
#     98: 9aa9c4022c00         fmul32 r10.cache, r2.discard, r0.discard
#     9e: ba81cc6219ac0100     fmadd32 r0.cache, r6.discard, u11, u22
#     a6: 9aadc6022c00         fmul32 r11.cache, r3.discard, r0.discard
#     ac: 3101480001620702     texture_sample 0, none, xyz, r0_r1_r2, ts1, ss2, tex_2d, r4_r5.discard, auto_lod, 0
#     b4: 3800                 wait 0
#     b6: 3a95c2e228d20200     fmadd32 r5, r1.discard, r7.cache, r9.discard
#     be: 3a99c4e228d40200     fmadd32 r6, r2.discard, r7.cache, r10.discard
#     c6: 3a9180e228d00200     fmadd32 r4, r0.cache, r7.cache, r8.discard
#     ce: 3a9dc0e22cd60200     fmadd32 r7, r0.discard, r7.discard, r11.discard
