!!NVgp4.0
# EMIT in a subroutine that invocations leave early.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 8;
ATTRIB pos = vertex.position;
TEMP p, q;
main:
MOV q, 0;
MOV p, pos[0];
CAL send;
MOV p, pos[1];
CAL send;
SUB.CC p, pos[2], pos[1];
CAL send (GT.y);
ENDPRIM;
RET;
send:
MOV result.position, p;
ADD q, q, p;
MOV result.attrib[15], q;
MOV.CC p.x, p.z;
RET (LT.x);
EMIT;
RET;
END
