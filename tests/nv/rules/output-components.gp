!!NVgp4.0
# Vertices times components are not above the limit.
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 3;
MOV result.position, 1;
MOV result.color.xy, 1;
END
