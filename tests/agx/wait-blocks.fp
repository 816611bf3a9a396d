!!NVfp4.0
# RUN: -target=agx -O0 -verify-sim=16
# RUN: -target=agx -O2 -verify-sim=16
# RUN: -target=agx -spill-all -verify-sim=16
# RUN: -target=agx -O2
# A sample is in flight while an if runs whose arms do not use it; that of an arm is not, at its end, because the other arm has none. In
# the loop nothing is in flight when it starts again.
TEMP a, b, c;
TEX a, fragment.texcoord[0], texture[0], 2D;
MOV c, fragment.texcoord[2];
SLTC b.x, fragment.texcoord[1].x, 0.5;
IF NE.x;
EX2 c.x, c.y;
RSQ c.z, c.x;
TEX b, c, texture[1], 2D;
LG2 c.y, c.x;
ELSE;
EX2 c.x, c.z;
RSQ c.y, c.x;
LG2 b, c.x;
ENDIF;
ADD c, c, b;
REP 3;
TEX b, c, texture[2], 2D;
SLTC b.x, b, a;
BRK (NE.x);
ADD c, c, b;
ENDREP;
ADD c, c, a;
MOV result.color, c;
END
# EXPECT:
#      0: 62000000             mov_imm r0l, 0
#      4: 6189018000000000     iterproj r2_r3, cf1, cf0, center
#      c: 3111040000620f81     texture_sample 1, none, xyzw, r4_r5_r6_r7, ts0, ss1, tex_2d, r2_r3, auto_lod, 0
#     14: 6185034000000000     iterproj r1, cf3, cf0, center
#     1c: 61b104c000000000     iterproj r12_r13_r14, cf4, cf0, center
#     24: 422842020200         if_fcmp r0l, lt, r1, 0.5, 1
#     2a: 20c022000000         jmp_exec_none pc+34
#     30: 8a0998d2             exp2 r2.cache, r12.cache
#     34: 7e0d580a8000         mov r3, r12
#     3a: 3121040001620f02     texture_sample 0, none, xyzw, r8_r9_r10_r11, ts1, ss2, tex_2d, r2_r3, auto_lod, 0
#     42: 0a358492             rsqrt r13, r2.cache
#     46: 0a0544c2             log2 r1, r2
#     4a: 3800                 wait 0
#     4c: 420a00000000         else_fcmp r0l, eq, 0.0, 0.0, 1
#     52: 8a095ad2             exp2 r2.cache, r13
#     56: 0a058492             rsqrt r1, r2.cache
#     5a: 8a2144c2             log2 r8.cache, r2
#     5e: 7e2d900a8000         mov r11, r8.cache
#     64: 7e29900a8000         mov r10, r8.cache
#     6a: 7e25500a8000         mov r9, r8
#     70: 520e00000000         pop_exec r0l, 1
#     76: 2ab144022500         fadd32 r12, r2, r8
#     7c: 2a85c2222500         fadd32 r1, r1.discard, r9
#     82: 2ab5da422500         fadd32 r13, r13.discard, r10
#     88: 2ab9dc622500         fadd32 r14, r14.discard, r11
#     8e: 3801                 wait 1
#     90: 623d03000000         mov_imm r15, 3, 0b0
#     96: 7e09580a8000         mov r2, r12
#     9c: 7e0d420a8000         mov r3, r1
#     a2: 3121040002620f83     texture_sample 1, none, xyzw, r8_r9_r10_r11, ts2, ss3, tex_2d, r2_r3, auto_lod, 0
#     aa: 0e3d5e1a00000000     isub r15, r15, 1
#     b2: 3801                 wait 1
#     b4: 0209508224900130     fcmpsel lt, r2, r8, r4, u8, 0
#     bc: 422d50822400         while_fcmp r0l, nlt, r8, r4, 1
#     c2: 2ab144822500         fadd32 r12, r2, r12
#     c8: 2a8552222400         fadd32 r1, r9, r1
#     ce: 2ab554a22500         fadd32 r13, r10, r13
#     d4: 2ab956c22500         fadd32 r14, r11, r14
#     da: 520d5e020000         while_icmp r0l, nueq, r15, 0, 1
#     e0: 00c0b6ffffff         jmp_exec_any pc-74
#     e6: 520e00000000         pop_exec r0l, 1
#     ec: 2a91c8822d00         fadd32 r4, r4.discard, r12.discard
#     f2: 2a95ca222c00         fadd32 r5, r5.discard, r1.discard
#     f8: 2a99cca22d00         fadd32 r6, r6.discard, r13.discard
#     fe: 2a9dcec22d00         fadd32 r7, r7.discard, r14.discard
