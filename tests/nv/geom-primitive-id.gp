!!NVgp4.0
# The number of the primitive, on to the next stage and as a number; numbers of vertices.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
ATTRIB id = vertex.id;
INT TEMP n;
TEMP f;
ADD.S n.x, primitive.id.x, 3;
I2F f.x, n.x;
MOV.S result.primid.x, primitive.id.x;
MOV result.position, vertex[0].position;
MUL result.texcoord[0], f.x, 0.125;
MOV.S result.attrib[0].x, id[1];
EMIT;
MOV.S result.primid.x, n.x;
MOV result.position, vertex[1].position;
MOV.S result.attrib[0].x, vertex[2].id;
EMIT;
MOV.S result.primid.x, -n.x;
MOV result.position, vertex[2].position;
EMIT;
END
