!!NVgp4.0
# A triangle passed on: the components of each output are those of an input, in a row.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
MOV result.position, vertex[0].position;
MOV result.color, vertex[0].color;
MOV result.texcoord[0], vertex[0].texcoord[0];
EMIT;
MOV result.position, vertex[1].position;
MOV result.color, vertex[1].color;
MOV result.texcoord[0], vertex[1].texcoord[0];
EMIT;
MOV result.position, vertex[2].position;
MOV result.color, vertex[2].color;
MOV result.texcoord[0], vertex[2].texcoord[0];
EMIT;
END
