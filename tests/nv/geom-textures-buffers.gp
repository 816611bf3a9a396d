!!NVgp4.0
# Textures, parameter buffers and many values at once in a geometry program.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
BUFFER4 b[] = { program.buffer[1] };
ATTRIB pos = vertex.position;
ATTRIB tc = vertex.texcoord[0];
INT TEMP i, k;
TEMP t;
MOV.S i.x, 0;
REP.S 3;
  TXL t, tc[i.x], texture[2], 2D;
  AND.S k.x, primitive.id.x, 15;
  ADD.S k.x, k.x, i.x;
  MAD result.position, t, b[k.x], pos[i.x];
  MUL result.color, t, b[2];
  EMIT;
  ADD.S i.x, i.x, 1;
ENDREP;
END
