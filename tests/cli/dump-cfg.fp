!!NVfp4.0
# The graph of a loop: in, round, out.
# RUN: -dump-cfg -O2 -disable-pass=unroll
TEMP t;
MOV t, 0;
REP 4;
  ADD t, t, fragment.color;
ENDREP;
MOV result.color, t;
END
# EXPECT:
# digraph fragment {
#    node [shape=box];
#    b0 [label="block 0\n2 instructions\nloop"];
#    b0 -> b1;
#    b1 [label="block 1\n17 instructions\nif"];
#    b1 -> b2 [label="true"];
#    b1 -> b3 [label="false"];
#    b2 [label="block 2\n0 instructions\nbreak"];
#    b2 -> b4;
#    b3 [label="block 3\n0 instructions\ncontinue"];
#    b3 -> b1 [constraint=false];
#    b4 [label="block 4\n4 instructions\nreturn"];
# }
