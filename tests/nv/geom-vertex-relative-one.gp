!!NVgp4.0
# One component by a variable vertex number, the others by number: the layout of inputs mixes both.
PRIMITIVE_IN LINES_ADJACENCY;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 4;
ATTRIB x = vertex.texcoord[2];
INT TEMP i;
AND.S i, primitive.id.x, 3;
MOV result.position, vertex[2].position;
MOV result.texcoord[2].x, x[i.x].y;
MOV result.texcoord[3].xy, vertex[1].texcoord[2].yzww;
EMIT;
XOR.S i, i, 1;
MOV result.texcoord[2].x, x[i.x].y;
MOV result.texcoord[3].xy, vertex[3].texcoord[2];
EMIT;
END
