!!NVgp4.0
# Where several components are kept or computed by one test, they are computed under its result, and no moves follow: the lower bound of the
# block may not count any.
# RUN: -O0 -verify-sim=4 -stats -o /dev/null
# RUN: -O2 -verify-sim=4 -stats -o /dev/null
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT LINE_STRIP;
VERTICES_OUT 1;
INT ATTRIB i = vertex.attrib[1];
TEMP a, f, t[3];
INT TEMP n;
part:
DIV a (NE1.y), {12.75, 5.0, -9.5, 1e-20}.ywxy, f.z;
RET (NAN1.g);
IF LE1;
ENDIF;
main:
MOV.S n, i[0];
REP {5, 0, 0, 0};
CAL part;
SLT.CC1 f, 1, t[n.x].yywy;
ENDREP;
MOV result.color, a;
EMIT;
END
