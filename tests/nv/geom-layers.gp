!!NVgp4.0
# One triangle into several layers.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 18;
ATTRIB pos = vertex.position;
PARAM m[4] = { program.local[0..3] };
INT TEMP layer, v;
MOV.S layer.x, 0;
REP.S 4;
  MOV.S v.x, 0;
  REP.S 3;
    ADD result.position, pos[v.x], m[layer.x];
    MOV.S result.layer.x, layer.x;
    EMIT;
    ADD.S v.x, v.x, 1;
  ENDREP;
  ENDPRIM;
  ADD.S layer.x, layer.x, 1;
ENDREP;
END
