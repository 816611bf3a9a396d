!!NVgp4.0
# The tests of the block compare an attribute of the vertex, loaded in front of the IF, with the same attribute, loaded in it: each reads one
# register, and the lower bound of the block has to count it once.
# RUN: -O0 -verify-sim=4 -stats -o /dev/null
# RUN: -O2 -verify-sim=4 -stats -o /dev/null
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT LINE_STRIP;
VERTICES_OUT 1;
ATTRIB in = vertex.attrib[0];
PARAM p[1] = { program.local[0] };
TEMP a, b, c;
MOV a, in[0];
MOV b, in[0];
MUL.CC c, p[0], p[0];
IF GT.x;
SEQ a, a, in[0];
ADD b.xy, b, c.yzzz;
ENDIF;
MOV result.position, a;
MOV result.attrib[1], b;
EMIT;
END
