!!ARBfp1.0
# RUN: -target=agx -O0 -verify-sim=32 -verify-each -o /dev/null
# RUN: -target=agx -O3 -verify-sim=32 -verify-each -o /dev/null
# RUN: -target=agx -O2 -verify-sim=32
# The sine and the cosine of an angle share the part of its turn: one floor and one sin_pt_1.
TEMP a;
SCS a.xy, fragment.texcoord[0].x;
MOV a.zw, fragment.texcoord[0];
MOV result.color, a;
END
# EXPECT:
#      0: 6191010000000000     iterproj r4_r5_r6_r7, cf1, cf0, center
#      8: 9a81c8021900         fmul32 r0.cache, r4.discard, u8
#      e: 8a058002             floor r1.cache, r0.cache
#     12: aa81c022ac00         fadd32 r0.cache, r0.discard, r1.discard.neg
#     18: 9a8580020101         fmul32 r1.cache, r0.cache, 4.0
#     1e: 8a05c2a2             sin_pt_1 r1.cache, r1.discard
#     22: ba81c0020100c001     fmadd32 r0.cache, r0.discard, 4.0, -2.0
#     2a: aa81c0060302         fadd32 r0.cache, r0.discard.abs, -1.0
#     30: 8a0980e2             sin_pt_2 r2.cache, r0.cache
#     34: 8a0d82e2             sin_pt_2 r3.cache, r1.cache
#     38: 1a91c0422c00         fmul32 r4, r0.discard, r2.discard
#     3e: 1a95c2622c00         fmul32 r5, r1.discard, r3.discard
