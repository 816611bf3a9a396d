!!NVfp4.0
# RUN: -target=agx -report=text
# What each instruction and each line costs; the listing is still assembly text.
TEMP r;
RSQ r.x, fragment.attrib[0].x;
MUL result.color, r.x, program.local[0];
END
# EXPECT:
# # 5: RSQ r.x, fragment.attrib[0].x;
#      0: 6181014000000000     iterproj r0, cf1, cf0, center
# # 5: RSQ r.x, fragment.attrib[0].x;
#      8: 8a01c092             rsqrt r0.cache, r0.discard
#         # root: issue 4, result after 6
# # 6: MUL result.color, r.x, program.local[0];
#      c: 1a9180021900         fmul32 r4, r0.cache, u8
#         # float: issue 1, result after 2
# # 6: MUL result.color, r.x, program.local[0];
#     12: 1a9580221900         fmul32 r5, r0.cache, u9
#         # float: issue 1, result after 2
# # 6: MUL result.color, r.x, program.local[0];
#     18: 1a9980421900         fmul32 r6, r0.cache, u10
#         # float: issue 1, result after 2
# # 6: MUL result.color, r.x, program.local[0];
#     1e: 1a9dc0621900         fmul32 r7, r0.discard, u11
#         # float: issue 1, result after 2
# # unit: instructions, issue cycles
# # none: 1, 0
# # float: 4, 4
# # root: 1, 4
# # simple operations take 5 cycles, complex ones 8: the larger is est_cycles
# # line  instructions  simple  complex
# #    5             2       1        8  RSQ r.x, fragment.attrib[0].x;
# #    6             4       4        0  MUL result.color, r.x, program.local[0];
