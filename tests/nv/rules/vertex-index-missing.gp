!!NVgp4.0
# An attribute of all vertices is used with a vertex number.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
ATTRIB p = vertex.position;
MOV result.position, p;
END
