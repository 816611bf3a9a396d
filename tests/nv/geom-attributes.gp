!!NVgp4.0
# The attributes of Table X.2 (sixteen may be read), vertex numbers and elements in registers in and out of range; test_nv_eval_flow
# has the values one by one. ENDPRIM has no effect where the output is points.
PRIMITIVE_OUT POINTS;
VERTICES_OUT 8;
PRIMITIVE_IN TRIANGLES_ADJACENCY;
INT TEMP i;
TEMP t;
ATTRIB back = vertex.color.back.secondary;
ATTRIB two[] = { vertex.clip[2..4] };
ATTRIB one[3] = { vertex[3].attrib[1], vertex[3].attrib[2..3] };
AND.S i, primitive.id.x, {7, 3, 15, 1};
SUB.S i.zw, i, {0, 0, 4, 3};
ADD t, vertex[0].position, vertex[5].color.yxwz;
ADD t, t, vertex[1].color.secondary;
ADD t, t, vertex[1].color.front.secondary.x;
ADD t, t, vertex[2].color.back;
MOV result.position, t;
MOV.S result.attrib[0].x, vertex[5].id.x;
MOV result.attrib[0].yz, vertex[3].fogcoord.x;
MOV result.attrib[0].w, vertex[3].pointsize.x;
EMIT;
ENDPRIM;
ADD t, vertex[4].texcoord, vertex[4].texcoord[7];
MAX result.position, t, vertex[4].clip[6].x;
MOV result.attrib[1], back[i.x];
EMIT;
MOV result.attrib[1], back[i.z + 2];
MOV result.attrib[2], two[i.x][i.y];
ENDPRIM;
EMIT;
MOV result.attrib[1], two[i.z + 5][i.z];
MOV result.attrib[2], two[i.w][1];
MOV result.attrib[3], two[5][i.w + 1];
EMIT;
MOV result.attrib[1], one[i.y];
MOV result.attrib[2], one[1];
EMIT;
END
