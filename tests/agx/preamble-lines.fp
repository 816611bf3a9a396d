!!NVfp4.0
# RUN: -target=agx -O2 -g
# The lines of the source of both parts.
TEMP t;
RCP t.x, program.local[0].x;
ADD t.x, t.x, program.local[1].y;
MUL result.color, t.x, fragment.texcoord[0];
END
# EXPECT:
# .preamble
# # 5: RCP t.x, program.local[0].x;
#      0: 8a019281             rcp r0.cache, u9
# # 6: ADD t.x, t.x, program.local[1].y;
#      4: 2a81c0421900         fadd32 r0, r0.discard, u10
#      a: c500003d01803000     uniform_store xy, r0l_r0h, 16
#     12: 8800                 stop
#     14: 0800                 trap
#     16: 0800                 trap
#     18: 0800                 trap
#     1a: 0800                 trap
#     1c: 0800                 trap
#     1e: 0800                 trap
#     20: 0800                 trap
#     22: 0800                 trap
# .main
# # 7: MUL result.color, t.x, fragment.texcoord[0];
#      0: 6181010000000000     iterproj r0_r1_r2_r3, cf1, cf0, center
# # 7: MUL result.color, t.x, fragment.texcoord[0];
#      8: 1a9190012c00         fmul32 r4, u8, r0.discard
# # 7: MUL result.color, t.x, fragment.texcoord[0];
#      e: 1a9590212c00         fmul32 r5, u8, r1.discard
# # 7: MUL result.color, t.x, fragment.texcoord[0];
#     14: 1a9990412c00         fmul32 r6, u8, r2.discard
# # 7: MUL result.color, t.x, fragment.texcoord[0];
#     1a: 1a9d90612c00         fmul32 r7, u8, r3.discard
