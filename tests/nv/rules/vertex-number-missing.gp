!!NVgp4.0
# A binding in an instruction has a vertex number.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
MOV result.position, vertex.position;
END
