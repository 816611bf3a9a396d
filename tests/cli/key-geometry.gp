!!NVgp4.0
# The key applies to every vertex that is emitted.
# RUN: -verify-sim=32 -fclip-planes=3 -fclip-z=zero-to-w -fpoint-size=state -o /dev/null
# RUN: -verify-sim=32 -O0 -fclip-z=zero-to-w -fvarying-map=position:0,col0.xz:4 -o /dev/null
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
MOV result.position, vertex[0].position;
MOV result.color, vertex[1].attrib[4];
EMIT;
MOV result.position.z, vertex[1].position;
MOV result.position.xyw, vertex[2].position;
EMIT;
ENDPRIM;
MOV result.color, vertex[2].attrib[4];
EMIT;
END
