!!NVgp4.0
# A geometry program has no options.
OPTION ARB_position_invariant;
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 1;
MOV result.position, vertex[0].position;
EMIT;
END
