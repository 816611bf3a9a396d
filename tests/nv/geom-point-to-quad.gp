!!NVgp4.0
# A point becomes a quad of four corners around it.
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 4;
PARAM size = program.local[0];
PARAM corner[4] = { { -1, -1, 0, 0 }, { 1, -1, 0, 0 }, { -1, 1, 0, 0 }, { 1, 1, 0, 0 } };
ATTRIB pos = vertex[0].position;
INT TEMP i;
TEMP c;
MOV.S i.x, 0;
REP.S 4;
  MOV c, corner[i.x];
  MAD result.position, c, size.xyxy, pos;
  MAD result.texcoord[0].xy, c, 0.5, 0.5;
  MOV result.color, vertex[0].color;
  EMIT;
  ADD.S i.x, i.x, 1;
ENDREP;
ENDPRIM;
END
