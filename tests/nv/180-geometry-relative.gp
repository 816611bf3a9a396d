!!NVgp4.0
# A vertex number in a register, in a loop that some invocations leave early; several primitives.
PRIMITIVE_IN LINES_ADJACENCY;
PRIMITIVE_OUT LINE_STRIP;
VERTICES_OUT 16;
ATTRIB pos = vertex.position;
ATTRIB tc = vertex.texcoord[1];
INT TEMP i;
TEMP t;
MOV.S i, -1;
REP.S 6;
  ADD.S i.x, i.x, 1;
  AND.S.CC0 i.y, i.x, 1;
  ADD.CC1 t, pos[i.x], vertex[1].texcoord[0];
  CONT (LT1.x);
  MOV result.position, t;
  MOV result.texcoord[0], tc[i.x];
  MOV result.texcoord[1], tc[i.y + 2];
  EMIT;
  IF EQ.y;
    ENDPRIM;
  ENDIF;
  MUL t.y, t.y, 0.5;
  SUB.CC0 t.y, t.y, 3.0;
  BRK (GT.y);
ENDREP;
MOV result.texcoord[0], primitive.id;
EMIT;
END
