!!NVgp4.0
# The same with constant corners: outputs that do not change are still part of each vertex.
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 4;
PARAM size = program.local[0];
TEMP p, d;
MOV p, vertex[0].position;
MOV d, size.xyzz;
MOV result.color, vertex[0].color;
MAD result.position, d, {-1, -1, 0, 0}, p;
MOV result.texcoord[0], {0, 0, 0, 1};
EMIT;
MAD result.position, d, {1, -1, 0, 0}, p;
MOV result.texcoord[0].x, 1;
EMIT;
MAD result.position, d, {-1, 1, 0, 0}, p;
MOV result.texcoord[0].xy, {0, 1, 0, 0};
EMIT;
MAD result.position, d, {1, 1, 0, 0}, p;
MOV result.texcoord[0].x, 1;
EMIT;
ENDPRIM;
END
