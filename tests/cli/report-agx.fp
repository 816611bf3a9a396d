!!NVfp4.0
# The text report on AGX: the colour is live at the end, r0l is the mask counter, and results can be read after the cycles of their units.
# RUN: -target=agx -report=text -O2 -disable-pass=unroll
TEMP r;
MOV r, fragment.texcoord[0];
REP;
   MUL r.x, r.x, 0.5;
   SLT.CC r.y, r.x, 1.0;
   BRK (NE.y);
ENDREP;
MOV result.color, r.x;
END
# EXPECT:
# # cycles              total  shortest  longest path
# # all                     5         5     loop
# # issue                   5         5     loop
# # float                   1         1     loop
# # immediate               1         1     loop
# # integer                 3         3     loop
# # the busiest unit is issue
# # 16 registers of 16 bits; at most 8 are live, at instruction 8:
# #    r4 from line 5, 7
# #    r5
# #    r6
# #    r7
#      0: 62000000             mov_imm r0l, 0
#         # immediate: busy 1, result after 1; live: 1
# # 5: MOV r, fragment.texcoord[0];
#      4: 6191014000000000     iterproj r4, cf1, cf0, center
#         # live: 3
# # 7: MUL r.x, r.x, 0.5;
#      c: 1a9148020200         fmul32 r4, r4, 0.5
#         # float: busy 1, result after 2; live: 3
# # 9: BRK (NE.y);
#     12: 422d48020300         while_fcmp r0l, nlt, r4, 1.0, 1
#         # live: 3
# # 11: MOV result.color, r.x;
#     18: 00c0f4ffffff         jmp_exec_any pc-12
#         # live: 3
# # 11: MOV result.color, r.x;
#     1e: 520e00000000         pop_exec r0l, 1
#         # live: 1
#     24: 7e1d880a8000         mov r7, r4.cache
#         # integer: busy 1, result after 2; live: 4
#     2a: 7e19880a8000         mov r6, r4.cache
#         # integer: busy 1, result after 2; live: 6
#     30: 7e15480a8000         mov r5, r4
#         # integer: busy 1, result after 2; live: 8
# # line  instructions  simple  complex
# #    5             1       0        0  MOV r, fragment.texcoord[0];
# #    7             1       1        0  MUL r.x, r.x, 0.5;
# #    9             1       0        0  BRK (NE.y);
# #   11             2       0        0  MOV result.color, r.x;
