!!NVgp4.0
# Not more components in all than a GeForce 8 allows.
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 257;
MOV result.position, 1;
END
