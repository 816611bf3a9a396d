!!NVgp4.0
# RUN: -S
# RUN: -c -fmt=hex -stats -reflect -o /dev/null
# Geometry programs compile for USC: the code, and where everything lives.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
ENDPRIM;
MOV result.position, vertex[0].position;
EMIT;
END
