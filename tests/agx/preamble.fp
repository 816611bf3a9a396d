!!NVfp4.0
# RUN: -target=agx -O2 -disable-pass=preshader -verify-sim=16 -o /dev/null
# RUN: -target=agx -O2 -preshader -verify-each=exec -verify-sim=16 -o /dev/null
# RUN: -target=agx -O2
# What is the same in a whole draw is computed in the preamble, which stores two words at a time; the last one alone. The main part reads
# them as uniforms; local 0, which only the preamble reads, is one too.
TEMP t;
RCP t.x, program.local[0].x;
ADD t.yz, t.x, program.local[0];
MUL result.color.xyz, t, fragment.texcoord[0];
MOV result.color.w, fragment.texcoord[0];
END
# EXPECT:
# .preamble
#      0: 8a019681             rcp r0.cache, u11
#      4: 2a8580821900         fadd32 r1, r0.cache, u12
#      a: c500003d0180f000     uniform_store xyzw, r0l_r0h_r1l_r1h, 16
#     12: 2a81c0a21900         fadd32 r0, r0.discard, u13
#     18: c500403d01803000     uniform_store xy, r0l_r0h, 20
#     20: 8800                 stop
#     22: 0800                 trap
#     24: 0800                 trap
#     26: 0800                 trap
#     28: 0800                 trap
#     2a: 0800                 trap
#     2c: 0800                 trap
#     2e: 0800                 trap
#     30: 0800                 trap
# .main
#      0: 6191010000000000     iterproj r4_r5_r6_r7, cf1, cf0, center
#      8: 1a9190812c00         fmul32 r4, u8, r4.discard
#      e: 1a9592a12c00         fmul32 r5, u9, r5.discard
#     14: 1a9994c12c00         fmul32 r6, u10, r6.discard
