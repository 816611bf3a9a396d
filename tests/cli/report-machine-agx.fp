!!NVfp4.0
# The basic blocks of machine code on AGX: a loop that lanes leave, with the source lines of its rows.
# RUN: -target=agx -dump-cfg=machine -O2 -disable-pass=unroll
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
# digraph fragment {
#    node [shape=box, fontname=monospace];
#    end [shape=oval];
#    b0 [label="0: mov_imm r0l, 0\l1 (line 5): iterproj r4, cf1, cf0, center\l"];
#    b0 -> b1;
#    b1 [label="2 (line 7): fmul32 r4, r4, 0.5\l3 (line 9): while_fcmp r0l, nlt, r4, 1.0, 1\l4 (line 11): jmp_exec_any pc-12\l"];
#    b1 -> b2;
#    b1 -> b1 [label="jump"];
#    b2 [label="5 (line 11): pop_exec r0l, 1\l6: mov r7, r4.cache\l7: mov r6, r4.cache\l8: mov r5, r4\l"];
#    b2 -> end;
# }
