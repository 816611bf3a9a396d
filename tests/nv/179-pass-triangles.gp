!!NVgp4.0
# Every vertex of a triangle passed on, indices constant.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
MOV result.position, vertex[0].position;
MOV result.color, vertex[0].color;
EMIT;
MOV result.position, vertex[1].position;
MOV result.color, vertex[1].color;
EMIT;
MOV result.position, vertex[2].position;
EMIT;
ENDPRIM;
END
