!!NVgp4.0
# RUN: -S
# EXIT: 7
# ERROR: unsupported-usc@0
# Geometry programs parse, but not for this target: the header says which stage it is.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
MOV result.position, vertex[0].position;
EMIT;
END
