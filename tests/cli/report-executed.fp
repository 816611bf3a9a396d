!!NVfp4.0
# The slots that a wave executes, by line: what is in the loop five times; the write of an output that repeats counts for one group.
# RUN: -report=text -verify-sim=4 -frt=rgba8 -O1 -disable-pass=unroll
TEMP r;
MOV r, fragment.texcoord[0];
REP.S 5;
   MUL.SAT r, r.wxyz, r.yyxz;
ENDREP;
MOV result.color, r;
END
# EXPECT:
# # 11 groups, at least 8; 14 issue slots; 18 slots with the latencies below if each block runs once
# # SLOT = 1 (assumed): issue slots of a group, and of each repetition of a repeated one
# # RESULT = 1 (observed): groups from a result to its reader: vendor code reads in the next group
# # ITERATION = 6 (assumed): slots from fitr, fitrp or st to its wdf that hide the request
# # MEMORY = 24 (assumed): slots from ld to its wdf that hide the request
# # TEXTURE = 24 (assumed): slots from smp to its wdf that hide the request
# # REGISTERS = 80 (assumed): live temporaries above which fewer waves run: operations that end lives go first
# # OCCUPANCY = 24 (assumed): live temporaries that cost nothing
# # GROUP_SAVED = 4 (assumed): temporaries above that number that one saved group is worth at most
# # assumption denormals (groups: 2, the first is 3): denormal floats count as zeros
# # assumption other-units (groups: 2, the first is 0): iterations and packs round to nearest on every core
# # assumption overflow (groups: 2, the first is 3): arithmetic that rounds towards zero overflows to the largest finite number
# # assumption pack (groups: 1, the first is 10): normalised packs clamp and turn a NaN into 0; a pack of one component leaves 0 in the others
# # issue slots         total  shortest  longest path
# # all                    14        14     loop
# # p0                      7         7     loop
# # p1                      2         2     loop
# # pck                     4         4     loop
# # tst                     1         1     loop
# # backend                 1         1     loop
# # control                 2         2     loop
# # the busiest unit is p0
# # 6 registers of 32 bits; at most 6 are live, at group 3:
# #    r0 from line 7
# #    r1 from line 5, 8
# #    r2 from line 5, 7
# #    r3 from line 5, 8
# #    r4 from line 5, 7
# #    r5 from line 6, 8
# # block 0: 3 groups, at least 3; scheduled part 3, list schedule 3, at least 3, proved
# # 5: MOV r, fragment.texcoord[0];
# 0 :
#        fitrp.pixel r1, drc0, cf4, cf0, 4;
#        # 10 bytes, slots: 1, live: 4
#        # empty p0 p1 pck tst mov: a request goes alone
# # 6: REP.S 5;
# 1 :
#        mbyp ft0, c5
#        mov r5, ft0;
#        # 8 bytes, slots: 1, live: 5
#        # empty p1 pck tst mov backend: no remaining operation of the block needs it
# # 5: MOV r, fragment.texcoord[0];
# 2 :
#        wdf drc0
#        # 4 bytes, slots: 1, live: 5
# # block 1: 3 groups, at least 2; scheduled part 2, list schedule 2, at least 2, proved
# # 7: MUL.SAT r, r.wxyz, r.yyxz;
# 3 :
#        fmul.sat ft0, r2, r4
#        fmul.sat ft1, r3, r3
#        mov r0, ft0;
#        mov r4, ft1;
#        # 12 bytes, slots: 1, live: 6
#        # empty pck tst mov backend: no remaining operation of the block needs it
# # 7: MUL.SAT r, r.wxyz, r.yyxz;
# 4 :
#        fmul.sat ft0, r1, r2
#        mov r2, ft0;
#        # 8 bytes, slots: 1, live: 6
#        # empty p1 pck tst mov backend: no remaining operation of the block needs it
# # 8: ENDREP;
# # 6: REP.S 5;
# 5 : .iss(0x02).src(r5 c1 c1 | c0 c0 | is0=s4)
#        smadd32 ft0, r5@s0, c1@s1, c1@s2.neg, _
#        tste.u32 ftt, p0, ft0, c0@s4
#        mov r5, ft0;
#        # 14 bytes, slots: 1, live: 6
#        # empty p1 pck mov backend: outside the scheduled part of the block
# # block 2: 0 groups, at least 0
# # block 3: 1 groups, at least 1
# # 8: ENDREP;
# 6 : if (!p0)
#        mbyp ft0, r2
#        mbyp ft1, r0
#        mov r3, ft0;
#        mov r1, ft1;
#        # 10 bytes, slots: 1, live: 6
#        # empty pck tst mov backend: a copy between blocks or for spilling
# # block 4: 4 groups, at least 2; scheduled part 3, list schedule 3, at least 3, proved
# # 8: ENDREP;
# 7 : if (!p0)
#        br -44
#        # 8 bytes, slots: 1, live: 6
# # 9: MOV result.color, r;
# 8 :
#        mbyp ft0, r2
#        mov r1, ft0;
#        # 8 bytes, slots: 1, live: 4
#        # empty p1 pck tst mov backend: no remaining operation of the block needs it
# # 9: MOV result.color, r;
# 9 :
#        mbyp ft0, r4
#        mov r3, ft0;
#        # 14 bytes, slots: 1, live: 5
#        # empty p1 pck tst mov backend: no remaining operation of the block needs it
# # 9: MOV result.color, r;
# 10 : .end.rpt4
#        pck.u8888.scale ft2, r0
#        mov o0, ft2;
#        # 16 bytes, slots: 4, live: 4
#        # empty p0 p1 tst mov backend: a repeated group holds one operation
# # groups: those with this main line; shared: others that compute part of it; executed: issue slots per wave, averaged over the verification
# # line  groups   slots  shared   executed
# #    5       2       2       0       2.00  MOV r, fragment.texcoord[0];
# #    6       1       1       1       1.00  REP.S 5;
# #    7       2       2       0      10.00  MUL.SAT r, r.wxyz, r.yyxz;
# #    8       3       3       0      15.00  ENDREP;
# #    9       3       6       0       6.00  MOV result.color, r;
