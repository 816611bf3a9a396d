!!NVgp4.0
# All six vertices of a triangle with neighbours, from the last.
PRIMITIVE_IN TRIANGLES_ADJACENCY;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 12;
ATTRIB pos = vertex.position;
INT TEMP i;
TEMP n;
MOV.S i.x, 5;
REP.S 6;
  SUB n, pos[i.x], pos[0];
  MOV result.position, pos[i.x];
  MUL result.attrib[1].xyz, n, program.env[3];
  EMIT;
  MOV result.position, pos[5];
  EMIT;
  ENDPRIM;
  SUB.S i.x, i.x, 1;
ENDREP;
END
