!!NVfp4.0
# RUN: -target=agx -O0 -verify-sim=16
# RUN: -target=agx -O2 -verify-sim=16
# RUN: -target=agx -O2 -disable-pass=unroll
# What a loop reads is interpolated in front of it.
TEMP s, u;
INT TEMP i;
MOV s, 0.0;
MOV.S i.x, 1;
REP.S 16;
I2F.S u, i.x;
MAD u.xy, fragment.attrib[0], u.x, 0.5;
ADD s.xy, s, u;
ADD s.xy, s.yxyx, u;
SHL.S i.x, i.x, 1;
ENDREP;
MOV result.color, s.xyxy;
END
# EXPECT:
#      0: 62000000             mov_imm r0l, 0
#      4: 6189018000000000     iterproj r2_r3, cf1, cf0, center
#      c: 620510000000         mov_imm r1, 16, 0b0
#     12: 621901000000         mov_imm r6, 1, 0b0
#     18: 621500000000         mov_imm r5, 0, 0b0
#     1e: 621100000000         mov_imm r4, 0, 0b0
#     24: 0e05421a00000000     isub r1, r1, 1
#     2c: be9d0bc42800         convert s32_to_f, r7.cache, r6.cache, rte
#     32: ba218e422420         fmadd32 r8.cache, r7.cache, r2, 0.5
#     38: ba1d4e622420         fmadd32 r7.cache, r7, r3, 0.5
#     3e: aaa590822400         fadd32 r9.cache, r8.cache, r4
#     44: aa918ea22400         fadd32 r4.cache, r7.cache, r5
#     4a: 2a9150822400         fadd32 r4, r8, r4
#     50: 2a954e222500         fadd32 r5, r7, r9
#     56: 0e1900c0a4000000     iadd r6, 0, r6, lsl 1
#     5e: 520d42020000         while_icmp r0l, nueq, r1, 0, 1
#     64: 00c0c0ffffff         jmp_exec_any pc-64
#     6a: 520e00000000         pop_exec r0l, 1
#     70: 7e1d4a0a8000         mov r7, r5
#     76: 7e19480a8000         mov r6, r4
