!!NVfp4.0
# What the driver computes once a draw is in the report and in the reflection; -fno-preshader leaves it to every invocation.
# RUN: -report=text -fno-preshader -frt=rgba8 -o /dev/null
# RUN: -report=text -frt=rgba8
PARAM k = program.local[0];
TEMP r;
RSQ r.x, k.x;
MUL r.x, k.y, r.x;
MUL result.color, r.x, fragment.color;
END
# EXPECT:
# # 5 groups, at least 5; 8 issue slots; 13 slots with the latencies below if each block runs once
# # the driver runs once per draw: a pre-shader of 2 operations, which reads 2 words and uploads 1
# # SLOT = 1 (assumed): issue slots of a group, and of each repetition of a repeated one
# # RESULT = 1 (observed): groups from a result to its reader: vendor code reads in the next group
# # ITERATION = 6 (assumed): slots from fitr, fitrp or st to its wdf that hide the request
# # MEMORY = 24 (assumed): slots from ld to its wdf that hide the request
# # TEXTURE = 24 (assumed): slots from smp to its wdf that hide the request
# # REGISTERS = 80 (assumed): live temporaries above which fewer waves run: operations that end lives go first
# # OCCUPANCY = 24 (assumed): live temporaries that cost nothing
# # GROUP_SAVED = 4 (assumed): temporaries above that number that one saved group is worth at most
# # assumption denormals (groups: 2, the first is 2): denormal floats count as zeros
# # assumption other-units (groups: 2, the first is 0): iterations and packs round to nearest on every core
# # assumption overflow (groups: 2, the first is 2): arithmetic that rounds towards zero overflows to the largest finite number
# # assumption pack (groups: 1, the first is 4): normalised packs clamp and turn a NaN into 0; a pack of one component leaves 0 in the others
# # issue slots         total  shortest  longest path
# # all                     8         8        8
# # p0                      2         2        2
# # p1                      2         2        2
# # pck                     4         4        4
# # backend                 1         1        1
# # control                 1         1        1
# # the busiest unit is pck
# # 4 registers of 32 bits; at most 4 are live, at group 0:
# #    r0..r1 from line 9
# #    r2..r3 from line 9
# # block 0: 5 groups, at least 5; scheduled part 5, list schedule 5, at least 5, proved
# # 9: MUL result.color, r.x, fragment.color;
# 0 :
#        fitrp.pixel r0, drc0, cf4, cf0, 4;
#        # 10 bytes, slots: 1, live: 4
#        # empty p0 p1 pck tst mov: a request goes alone
# # 9: MUL result.color, r.x, fragment.color;
# 1 :
#        wdf drc0
#        # 4 bytes, slots: 1, live: 4
# # 9: MUL result.color, r.x, fragment.color;
# 2 :
#        fmul ft0, sh0, r0
#        fmul ft1, sh0, r1
#        mov r0, ft0;
#        mov r1, ft1;
#        # 16 bytes, slots: 1, live: 4
#        # empty pck tst mov backend: no remaining operation of the block needs it
# # 9: MUL result.color, r.x, fragment.color;
# 3 :
#        fmul ft0, sh0, r2
#        fmul ft1, sh0, r3
#        mov r2, ft0;
#        mov r3, ft1;
#        # 18 bytes, slots: 1, live: 4
#        # empty pck tst mov backend: no remaining operation of the block needs it
# # 9: MUL result.color, r.x, fragment.color;
# 4 : .end.rpt4
#        pck.u8888.scale ft2, r0
#        mov o0, ft2;
#        # 16 bytes, slots: 4, live: 4
#        # empty p0 p1 tst mov backend: a repeated group holds one operation
# # groups: those with this main line; shared: others that compute part of it
# # line  groups   slots  shared
# #    9       5       8       0  MUL result.color, r.x, fragment.color;
