!!NVgp4.0
# A line with its neighbours: a curve through four points, subdivided.
PRIMITIVE_IN LINES_ADJACENCY;
PRIMITIVE_OUT LINE_STRIP;
VERTICES_OUT 9;
PARAM half = { 0.5, 1.0, 0.125, 0 };
TEMP t, a, b;
INT TEMP i;
MOV t.x, 0.0;
REP.S 9;
  SUB t.y, 1, t.x;
  LRP a, t.x, vertex[1].position, vertex[0].position;
  LRP b, t.x, vertex[3].position, vertex[2].position;
  LRP result.position, t.y, a, b;
  MUL a, t.x, vertex[2].color;
  MAD result.color, t.y, vertex[1].color, a;
  EMIT;
  ADD t.x, t.x, half.z;
ENDREP;
ENDPRIM;
END
