!!NVfp4.0
# The basic blocks of machine code: a loop that lanes leave, with the source lines of its rows.
# RUN: -dump-cfg=machine -O2 -disable-pass=unroll
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
#    b0 [label="0 (line 5): fitrp.pixel r0, drc0, cf4, cf0, 1;\l1 (line 5): wdf drc0\l2 (line 6): (ignorepe)\lcndst 0, i0, c0, 2\l"];
#    b0 -> b1;
#    b1 [label="3 (line 9): .iss(0x02).src(r0 c75 c64 | c0 | is0=s2)\lfmul ft0, r0@s0, c75@s1\ltstl.f32 ftt, p0, ft0, c64@s2\lmov r0, ft0;\l"];
#    b1 -> b2;
#    b2 [label="4 (line 9): (ignorepe)\lcndsm 1, i0, i0, c2\l"];
#    b2 -> b3;
#    b3 [label="5 (line 10): (ignorepe)\lcndlt 0, i0, p0, i0, 2\l6 (line 10): if (p0)\lbr -32\l"];
#    b3 -> b4;
#    b3 -> b1 [label="jump"];
#    b4 [label="7 (line 11): mbyp ft0, r0\lmbyp ft1, r0\lmov o0, ft0;\lmov o1, ft1;\l8 (line 11): .end\lmbyp ft0, r0\lmbyp ft1, r0\lmov o2, ft0;\lmov o3, ft1;\l"];
#    b4 -> end;
# }
