!!NVgp4.0
# RUN: -target=agx
# EXIT: 7
# ERROR: unsupported-target
# What the target does not have is a refusal that names it.
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 1;
MOV result.position, vertex[0].position;
EMIT;
END
# MESSAGES:
# FILE: error: AGX does not support geometry programs [unsupported-target]
