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
#      8: 2e81004024080000     bfeil r0, 0, r2, 8
#     10: 3e8500442400         convert u8_to_f, r1, r2, rte
#     16: 3e8900540400         convert u8_to_f, r2, r2h, rte
#     1c: 1a9142020200         fmul32 r4, r1, 0.5
#     22: 3e8500040400         convert u8_to_f, r1, r0l, rte
#     28: 3e8100140400         convert u8_to_f, r0, r0h, rte
#     2e: 1a9542020200         fmul32 r5, r1, 0.5
#     34: 1a9944020200         fmul32 r6, r2, 0.5
#     3a: 1a9d40020200         fmul32 r7, r0, 0.5
