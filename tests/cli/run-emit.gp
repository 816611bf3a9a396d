!!NVgp4.0
# Vertices and the ends of primitives, in order.
# RUN: --run -in=vertex[1].position=1,2,3,4
# RUN: --run -on=code -in=vertex[1].position=1,2,3,4
PRIMITIVE_IN LINES;
PRIMITIVE_OUT LINE_STRIP;
VERTICES_OUT 2;
MOV result.position, vertex[1].position;
EMIT;
ADD result.position, vertex[0].position, vertex[1].position;
EMIT;
ENDPRIM;
END
# EXPECT:
# vertex 0
# result.position.x = 1 0x3f800000
# result.position.y = 2 0x40000000
# result.position.z = 3 0x40400000
# result.position.w = 4 0x40800000
# vertex 1
# result.position.x = 1 0x3f800000
# result.position.y = 2 0x40000000
# result.position.z = 3 0x40400000
# result.position.w = 5 0x40a00000
# end of primitive
