!!NVgp4.0
# RUN: -target=agx -S
# EXIT: 7
# ERROR: unsupported-target
# Geometry programs compile for USC only.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
MOV result.position, vertex[0].position;
EMIT;
END
