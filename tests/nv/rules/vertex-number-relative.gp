!!NVgp4.0
# A vertex number of a binding is no variable.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
INT TEMP i;
MOV result.position, vertex[i.x].position;
END
