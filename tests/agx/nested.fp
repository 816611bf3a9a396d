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
#      4: 6185054000000000     iterproj r1, cf5, cf0, center
#      c: 6191010000000000     iterproj r4_r5_r6_r7, cf1, cf0, center
#     14: 42284a822400         if_fcmp r0l, lt, r5, r4, 1
#     1a: 8a158282             rcp r5.cache, r1.cache
#     1e: ba894ca224420200     fmadd32 r2.cache, r6, r5, r1
#     26: 0200004024020130     fcmpsel lt, r0l, 0.0, r2, 2, 0
#     2e: 420000000000         update_exec r0l
#     34: 1a914a422400         fmul32 r4, r5, r2
#     3a: 420a00000000         else_fcmp r0l, eq, 0.0, 0.0, 1
#     40: 8a0988d2             exp2 r2.cache, r4.cache
#     44: aa9144822400         fadd32 r4.cache, r2, r4
#     4a: 0200008024020130     fcmpsel lt, r0l, 0.0, r4, 2, 0
#     52: 420000000000         update_exec r0l
#     58: 520e00000000         pop_exec r0l, 1
#     5e: 00c0b6ffffff         jmp_exec_any pc-74
#     64: 520e00000000         pop_exec r0l, 1
