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
#      0: 0a019281             rcp r0, u9
# # 6: ADD t.x, t.x, program.local[1].y;
#      4: 2a8140421900         fadd32 r0, r0, u10
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
#      8: 1a9190012400         fmul32 r4, u8, r0
# # 7: MUL result.color, t.x, fragment.texcoord[0];
#      e: 1a9590212400         fmul32 r5, u8, r1
# # 7: MUL result.color, t.x, fragment.texcoord[0];
#     14: 1a9990412400         fmul32 r6, u8, r2
# # 7: MUL result.color, t.x, fragment.texcoord[0];
#     1a: 1a9d90612400         fmul32 r7, u8, r3
