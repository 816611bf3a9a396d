!!NVgp4.0
# Triangles whose corners run clockwise are dropped: nothing is emitted.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
ATTRIB pos = vertex.position;
TEMP a, b, w, r;
INT TEMP i;
RCP w.x, pos[0].w;
RCP w.y, pos[1].w;
RCP w.z, pos[2].w;
MUL r.xy, pos[0], w.x;
MAD a.xy, pos[1], w.y, -r;
MAD b.xy, pos[2], w.z, -r;
MUL w.x, a.x, b.y;
MAD.CC w.x, -a.y, b.x, w.x;
RET (LE.x);
MOV.S i.x, 0;
REP.S 3;
  MOV result.position, pos[i.x];
  MOV result.color, vertex[1].color;
  EMIT;
  ADD.S i.x, i.x, 1;
ENDREP;
ENDPRIM;
END
