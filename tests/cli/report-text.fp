!!NVfp4.0
# The listing with costs and a reason for every empty unit; it assembles still.
# RUN: -report=text -O2 -fno-preshader -frt=f32
PARAM c = program.local[0];
TEMP r;
RCP r.x, c.x;
MUL result.color.x, r.x, c.y;
MOV result.color.yzw, c.zzww;
END
# EXPECT:
# # 3 groups, at least 3; 3 issue slots; 3 slots with the latencies below if each block runs once
# # SLOT = 1 (assumed): issue slots of a group, and of each repetition of a repeated one
# # RESULT = 1 (observed): groups from a result to its reader: vendor code reads in the next group
# # ITERATION = 6 (assumed): slots from fitr, fitrp or st to its wdf that hide the request
# # MEMORY = 24 (assumed): slots from ld to its wdf that hide the request
# # TEXTURE = 24 (assumed): slots from smp to its wdf that hide the request
# # REGISTERS = 80 (assumed): live temporaries above which fewer waves run: operations that end lives go first
# # OCCUPANCY = 24 (assumed): live temporaries that cost nothing
# # GROUP_SAVED = 4 (assumed): temporaries above that number that one saved group is worth at most
# # assumption denormals (groups: 2, the first is 0): denormal floats count as zeros
# # assumption overflow (groups: 2, the first is 0): arithmetic that rounds towards zero overflows to the largest finite number
# # issue slots         total  shortest  longest path
# # all                     3         3        3
# # p0                      3         3        3
# # p1                      2         2        2
# # the busiest unit is p0
# # 1 registers of 32 bits; at most 1 are live, at group 0:
# #    r0 from line 6
# # block 0: 3 groups, at least 3; scheduled part 3, list schedule 3, at least 3, proved
# # 6: RCP r.x, c.x;
# 0 :
#        frcp r0, sh0
#        # 10 bytes, slots: 1, live: 1
#        # empty p1 pck tst mov backend: a complex operation takes the whole group
# # 7: MUL result.color.x, r.x, c.y;
# # 8: MOV result.color.yzw, c.zzww;
# 1 :
#        fmul ft0, sh1, r0
#        mbyp ft1, sh2
#        mov o0, ft0;
#        mov o1, ft1;
#        # 14 bytes, slots: 1, live: 1
#        # empty pck tst mov backend: no remaining operation of the block needs it
# # 8: MOV result.color.yzw, c.zzww;
# 2 : .end
#        mbyp ft0, sh3
#        mbyp ft1, sh3
#        mov o2, ft0;
#        mov o3, ft1;
#        # 16 bytes, slots: 1, live: 0
#        # empty pck tst mov backend: no remaining operation of the block needs it
# # groups: those with this main line; shared: others that compute part of it
# # line  groups   slots  shared
# #    6       1       1       0  RCP r.x, c.x;
# #    7       1       1       0  MUL result.color.x, r.x, c.y;
# #    8       1       1       1  MOV result.color.yzw, c.zzww;
