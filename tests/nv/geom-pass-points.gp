!!NVgp4.0
# The whole of a point passed on: every kind of attribute that a geometry program reads.
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 1;
ATTRIB tc[] = { vertex[0].texcoord[0..3] };
MOV result.position, vertex[0].position;
MOV result.color.front.primary, vertex[0].color.front.primary;
MOV result.color.front.secondary, vertex[0].color.front.secondary;
MOV result.color.back.primary, vertex[0].color.back.primary;
MOV result.fogcoord.x, vertex[0].fogcoord;
MOV result.pointsize.x, vertex[0].pointsize;
MOV result.clip[1].x, vertex[0].clip[1];
MOV result.attrib[5], vertex[0].attrib[5];
MOV result.texcoord[0], tc[3];
MOV result.texcoord[3], tc[0];
EMIT;
END
