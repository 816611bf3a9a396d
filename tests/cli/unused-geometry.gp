!!NVgp4.0
# RUN: -frt=f16 -fclip-planes=1 -o /dev/null
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 1;
MOV result.position, vertex[0].position;
EMIT;
END
# MESSAGES:
# FILE: warning: -frt=f16 has no effect on a geometry program [unused-option]
