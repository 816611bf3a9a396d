!!NVgp4.0
# More vertices than VERTICES_OUT: the program executes them all; what becomes of them is the machine's business.
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 2;
INT TEMP n;
AND.S n.x, primitive.id.x, 7;
MOV result.position, vertex[0].position;
REP.S n.x;
  EMIT;
  ADD.S n.x, n.x, 1;
  I2F result.texcoord[0].x, n.x;
ENDREP;
EMIT;
END
