!!NVfp4.0
# RUN: -target=agx -O0 -verify-sim=16
# RUN: -target=agx -O2 -verify-sim=16
# RUN: -target=agx -O2
# Subroutines with RETs are loops that nothing goes back in. Where three begin at once, one push_exec makes the levels of all.
TEMP a, b, c;
INT TEMP n;
main:
MOV a, fragment.attrib[0];
MOV b.x, 0;
CAL one;
MOV result.color, b.x;
RET;
one:
SLT.CC c.x, a.x, 0.5;
RET (NE.x);
CAL two;
SLT.CC c.x, a.y, 0.5;
RET (NE.x);
ADD b.x, b.x, a.y;
RET;
two:
CAL three;
SLT.CC c.x, a.z, 0.5;
RET (NE.x);
ADD b.x, b.x, a.z;
RET;
three:
REP.S 4;
SLT.CC c.x, a.w, 0.25;
RET (NE.x);
ADD b.x, b.x, a.w;
MUL a.w, a.w, 0.5;
ENDREP;
MUL b.x, b.x, 2;
END
# EXPECT:
#      0: 62000000             mov_imm r0l, 0
#      4: 6191010000000000     iterproj r4_r5_r6_r7, cf1, cf0, center
#      c: 620500000000         mov_imm r1, 0, 0b0
#     12: 422d48020200         while_fcmp r0l, nlt, r4, 0.5, 1
#     18: 421800000000         push_exec r0l, 3
#     1e: 620904000000         mov_imm r2, 4, 0b0
#     24: 620500000000         mov_imm r1, 0, 0b0
#     2a: 520d44020000         while_icmp r0l, nueq, r2, 0, 1
#     30: 0e09441a00000000     isub r2, r2, 1
#     38: 02004e0201020130     fcmpsel lt, r0l, r7, 0.25, 2, 0
#     40: 420000000000         update_exec r0l
#     46: 2a858e222400         fadd32 r1, r7.cache, r1
#     4c: 1a9d4e020200         fmul32 r7, r7, 0.5
#     52: 00c0d8ffffff         jmp_exec_any pc-40
#     58: 520e00000000         pop_exec r0l, 1
#     5e: 1a8542020001         fmul32 r1, r1, 2.0
#     64: 520e00000000         pop_exec r0l, 1
#     6a: 422d4c020200         while_fcmp r0l, nlt, r6, 0.5, 1
#     70: 2a854c222400         fadd32 r1, r6, r1
#     76: 520e00000000         pop_exec r0l, 1
#     7c: 422d4a020200         while_fcmp r0l, nlt, r5, 0.5, 1
#     82: 2a854a222400         fadd32 r1, r5, r1
#     88: 520e00000000         pop_exec r0l, 1
#     8e: 7e1d820a8000         mov r7, r1.cache
#     94: 7e19820a8000         mov r6, r1.cache
#     9a: 7e15820a8000         mov r5, r1.cache
#     a0: 7e11c20a8000         mov r4, r1.discard
