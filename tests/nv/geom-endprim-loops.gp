!!NVgp4.0
# ENDPRIM in nested loops, left at different times.
PRIMITIVE_IN LINES;
PRIMITIVE_OUT LINE_STRIP;
VERTICES_OUT 64;
INT TEMP n, i;
TEMP p, d;
AND.S n, primitive.id.x, 3;
SUB d, vertex[1].position, vertex[0].position;
MOV p, vertex[0].position;
MOV.S i.x, 0;
REP.S n.x;
  MOV.S i.y, 0;
  REP.S 4;
    MAD p, d, 0.25, p;
    MOV result.position, p;
    I2F result.texcoord[0].xy, i;
    EMIT;
    ADD.S i.y, i.y, 1;
    SUB.S.CC i.z, i.y, n.x;
    BRK (GE.z);
  ENDREP;
  ENDPRIM;
  ADD.S i.x, i.x, 1;
  SLT.CC p.w, d.x, 0;
  CONT (NE.w);
  MOV result.position, d;
  EMIT;
ENDREP;
END
