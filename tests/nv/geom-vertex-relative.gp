!!NVgp4.0
# Vertex numbers in registers, out of range as well: they clamp to the vertices of the primitive.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 8;
ATTRIB pos = vertex.position;
ATTRIB col = vertex.color;
INT TEMP i, k;
MOV.S i.x, -2;
AND.S k, primitive.id.x, 7;
SUB.S k.y, k.y, 2;
REP.S 6;
  MOV result.position, pos[i.x];
  MOV result.color, col[i.x + 1];
  MOV result.texcoord[0], pos[k.x];
  MOV result.texcoord[1].x, col[k.y].w;
  EMIT;
  ADD.S i.x, i.x, 1;
  SUB.S k.x, k.x, i.x;
ENDREP;
END
