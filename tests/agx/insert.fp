!!NVfp4.0
# RUN: -target=agx -O0 -verify-sim=16
# RUN: -target=agx -O2 -verify-sim=16
# RUN: -target=agx -O2
# An "or" of bits that are in different places is one insertion, with the masks that keep them apart, or one addition for a shift by up to 4.
# Complements are part of the truth table. The bytes of PK4UB are not above 255.
FLAT UINT ATTRIB in = fragment.attrib[0];
UINT TEMP a, b, r;
AND.U a.x, in.x, 255;
SHL.U b.x, in.y, 8;
OR.U r.x, a.x, b.x;
AND.U a.y, in.y, 31;
SHL.U b.y, a.y, 3;
SHR.U a.y, a.y, 2;
OR.U r.y, a.y, b.y;
AND.U a.z, in.z, 0xff00ffff;
AND.U b.z, in.x, 255;
SHL.U b.z, b.z, 16;
OR.U r.z, b.z, a.z;
NOT.U a.w, in.z;
AND.U a.w, a.w, in.y;
XOR.U a.w, a.w, r.x;
NOT.U r.w, a.w;
PK4UB.U b.x, fragment.attrib[1];
XOR.U r.y, r.y, b.x;
MOV.U result.color, r;
END
# EXPECT:
#      0: 6181040000000000     iterproj r0_r1_r2_r3, cf4, cf0, center
#      8: ea81c0020002         fadd32.sat r0.cache, r0.discard, -0.0
#      e: ea85c2020002         fadd32.sat r1.cache, r1.discard, -0.0
#     14: 9a81c0021900         fmul32 r0.cache, r0.discard, u8
#     1a: 9a85c2021900         fmul32 r1.cache, r1.discard, u8
#     20: be8108042c00         convert f_to_u32, r0.cache, r0.discard, rte
#     26: be8508242c00         convert f_to_u32, r1.cache, r1.discard, rte
#     2c: ae01c0222c080800     bfi r0.cache, r0.discard, r1.discard, 8, mask 0xFF
#     34: ea85c4020002         fadd32.sat r1.cache, r2.discard, -0.0
#     3a: 9a85c2021900         fmul32 r1.cache, r1.discard, u8
#     40: be8508242c00         convert f_to_u32, r1.cache, r1.discard, rte
#     46: ae1dc0222c100800     bfi r7.cache, r0.discard, r1.discard, 16, mask 0xFF
#     4e: a181024000000000     ldcf r0_r1_r2, cf2
#     56: ea81c6020002         fadd32.sat r0.cache, r3.discard, -0.0
#     5c: a191014000000000     ldcf r4_r5_r6, cf1
#     64: fe0584f28100         and r1.cache, r2.cache, 31
#     6a: 9a81c0021900         fmul32 r0.cache, r0.discard, u8
#     70: fe0dccf28303         and r3.cache, r6.discard, 255
#     76: aea1002028020000     bfeil r8.cache, 0, r1.cache, 2
#     7e: be9108042c00         convert f_to_u32, r4.cache, r0.discard, rte
#     84: ae01864228080000     bfi r0.cache, r3.cache, r2.cache, 8
#     8c: ae25ce822c180000     bfi r9.cache, r7.discard, r4.discard, 24
#     94: a191034000000000     ldcf r4_r5_r6, cf3
#     9c: 8e05d022ac001000     iadd r1.cache, r8.discard, r1.discard, lsl 3
#     a4: fe09c4ca2800         bitop r2.cache, 2, r2.discard, r6.cache
#     aa: 2e19cc622c100800     bfi r6, r6.discard, r3.discard, 16, mask 0xFF
#     b2: 7e1d8046ac00         bitop r7, 9, r0.cache, r2.discard
#     b8: 7e15c22a6d00         xor r5, r1.discard, r9.discard
#     be: 7e11c00a8000         mov r4, r0.discard
