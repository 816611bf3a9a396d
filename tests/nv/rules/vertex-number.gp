!!NVgp4.0
# The vertex number of a binding in an instruction exists.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
MOV result.position, vertex[3].position;
END
