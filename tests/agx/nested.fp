!!NVfp4.0
# RUN: -target=agx -O2
# An if with two arms in a loop that is left from inside of it: the break passes the level of the if and that of the loop, 2.
TEMP r, s;
MOV r, fragment.attrib[0];
MOV s, fragment.attrib[1];
REP;
  SGT.CC s.x, r.x, r.y;
  IF NE.x;
    RCP r.y, s.y;
    MAD.CC s.z, r.y, r.z, s.y;
    BRK (GT.z);
    MUL r.x, s.z, r.y;
  ELSE;
    EX2 s.w, r.x;
    ADD.CC r.x, s.w, r.x;
    BRK (GT.x);
  ENDIF;
ENDREP;
MOV result.color, r;
END
# EXPECT:
#      0: 62000000             mov_imm r0l, 0
#      4: 6191010000000000     iterproj r4_r5_r6_r7, cf1, cf0, center
#      c: 6185054000000000     iterproj r1, cf5, cf0, center
#     14: 7e0d4a0a8000         mov r3, r5
#     1a: 7e09480a8000         mov r2, r4
#     20: 422846422400         if_fcmp r0l, lt, r3, r2, 1
#     26: 0a0d4282             rcp r3, r1
#     2a: 3a914c6224420200     fmadd32 r4, r6, r3, r1
#     32: 7e15460a8000         mov r5, r3
#     38: 0200008024020130     fcmpsel lt, r0l, 0.0, r4, 2, 0
#     40: 420000000000         update_exec r0l
#     46: 1a8946822400         fmul32 r2, r3, r4
#     4c: 420a00000000         else_fcmp r0l, eq, 0.0, 0.0, 1
#     52: 0a1144d2             exp2 r4, r2
#     56: 2a9148422400         fadd32 r4, r4, r2
#     5c: 7e15460a8000         mov r5, r3
#     62: 7e09480a8000         mov r2, r4
#     68: 0200008024020130     fcmpsel lt, r0l, 0.0, r4, 2, 0
#     70: 420000000000         update_exec r0l
#     76: 7e09480a8000         mov r2, r4
#     7c: 520e00000000         pop_exec r0l, 1
#     82: 00c09effffff         jmp_exec_any pc-98
#     88: 520e00000000         pop_exec r0l, 1
#     8e: 7e11440a8000         mov r4, r2
