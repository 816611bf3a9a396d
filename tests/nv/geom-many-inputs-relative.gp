!!NVgp4.0
# Of 6 * 44 components by a variable vertex number all are in memory; those by number beside them have registers.
PRIMITIVE_IN TRIANGLES_ADJACENCY;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 2;
ATTRIB a0 = vertex.attrib[0];
ATTRIB a1 = vertex.attrib[1];
ATTRIB a2 = vertex.attrib[2];
ATTRIB a3 = vertex.attrib[3];
ATTRIB a4 = vertex.attrib[4];
ATTRIB a5 = vertex.attrib[5];
ATTRIB a6 = vertex.attrib[6];
ATTRIB a7 = vertex.attrib[7];
ATTRIB a8 = vertex.attrib[8];
ATTRIB a9 = vertex.attrib[9];
ATTRIB a10 = vertex.attrib[10];
TEMP s;
INT TEMP i;
AND.S i, primitive.id.x, 7;
MOV s, 0.0;
MAX s, s, a0[i.x];
ADD s, s, a1[i.y];
MAX s, s, a2[i.x];
ADD s, s, a3[i.y];
MAX s, s, a4[i.x];
ADD s, s, a5[i.y];
MAX s, s, a6[i.x];
ADD s, s, a7[i.y];
MAX s, s, a8[i.x];
ADD s, s, a9[i.y];
MAX s, s, a10[i.x];
MOV result.position, s;
MOV result.texcoord[0], vertex[5].attrib[11];
EMIT;
SUB.S i, i, 3;
MOV result.position, a10[i.x];
MOV result.texcoord[0], vertex[2].attrib[12].wzyx;
EMIT;
END
