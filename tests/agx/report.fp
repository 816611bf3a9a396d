!!NVfp4.0
# RUN: -target=agx -report=text
# What each instruction and each line costs; the listing is still assembly text.
TEMP r;
RSQ r.x, fragment.attrib[0].x;
MUL result.color, r.x, program.local[0];
END
# EXPECT:
# # cycles              total  shortest  longest path
# # all                     5         5        5
# # issue                   5         5        5
# # complex-unit            8         8        8
# # float                   4         4        4
# # root                    8         8        8
# # the busiest unit is complex-unit
# # 16 registers of 16 bits; at most 10 are live, at instruction 5:
# #    r0 from line 5
# #    r4 from line 6
# #    r5 from line 6
# #    r6 from line 6
# #    r7 from line 6
# # 5: RSQ r.x, fragment.attrib[0].x;
#      0: 6181014000000000     iterproj r0, cf1, cf0, center
#         # live: 2
# # 5: RSQ r.x, fragment.attrib[0].x;
#      8: 8a01c092             rsqrt r0.cache, r0.discard
#         # root: busy 8, result after 6; live: 2
# # 6: MUL result.color, r.x, program.local[0];
#      c: 1a9180021900         fmul32 r4, r0.cache, u8
#         # float: busy 1, result after 2; live: 4
# # 6: MUL result.color, r.x, program.local[0];
#     12: 1a9580221900         fmul32 r5, r0.cache, u9
#         # float: busy 1, result after 2; live: 6
# # 6: MUL result.color, r.x, program.local[0];
#     18: 1a9980421900         fmul32 r6, r0.cache, u10
#         # float: busy 1, result after 2; live: 8
# # 6: MUL result.color, r.x, program.local[0];
#     1e: 1a9dc0621900         fmul32 r7, r0.discard, u11
#         # float: busy 1, result after 2; live: 10
# # line  instructions  simple  complex
# #    5             2       1        8  RSQ r.x, fragment.attrib[0].x;
# #    6             4       4        0  MUL result.color, r.x, program.local[0];
