!!NVgp4.0
# Arrays of attributes of a vertex, with the element in a register, and the vertex beside it.
PRIMITIVE_IN LINES;
PRIMITIVE_OUT LINE_STRIP;
VERTICES_OUT 8;
ATTRIB all[] = { vertex.texcoord[0..3] };
ATTRIB one[] = { vertex[1].attrib[2..5] };
OUTPUT res[] = { result.texcoord[0..3] };
INT TEMP i, v;
MOV.S i.x, -1;
AND.S v.x, primitive.id.x, 1;
REP.S 5;
  MOV result.position, one[i.x];
  MOV res[i.x], all[v.x][i.x];
  MOV result.color, all[1][i.x];
  EMIT;
  XOR.S v.x, v.x, 1;
  ADD.S i.x, i.x, 1;
ENDREP;
END
