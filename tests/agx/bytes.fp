!!NVfp4.0
# RUN: -target=agx -O0 -verify-sim=16
# RUN: -target=agx -O2 -verify-sim=16
# RUN: -target=agx -O2
# The bytes of a word as numbers: the second and the fourth are the low bytes of the halves of the word shifted by 8, once.
FLAT UINT ATTRIB in = fragment.attrib[0];
UINT TEMP r;
TEMP f;
AND.U r.x, in.x, 255;
SHR.U r.y, in.x, 8;
AND.U r.y, r.y, 255;
SHR.U r.z, in.x, 16;
AND.U r.z, r.z, 255;
SHR.U r.w, in.x, 24;
I2F.U f, r;
MUL.F result.color, f, 0.5;
END
# EXPECT:
#      0: a181004000000000     ldcf r0_r1_r2, cf0
#      8: ae81004028080000     bfeil r0.cache, 0, r2.cache, 8
#     10: be8500442800         convert u8_to_f, r1.cache, r2.cache, rte
#     16: be8900540c00         convert u8_to_f, r2.cache, r2h.discard, rte
#     1c: 1a91c2020200         fmul32 r4, r1.discard, 0.5
#     22: be8500040c00         convert u8_to_f, r1.cache, r0l.discard, rte
#     28: be8100140c00         convert u8_to_f, r0.cache, r0h.discard, rte
#     2e: 1a95c2020200         fmul32 r5, r1.discard, 0.5
#     34: 1a99c4020200         fmul32 r6, r2.discard, 0.5
#     3a: 1a9dc0020200         fmul32 r7, r0.discard, 0.5
