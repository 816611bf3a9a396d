!!NVgp4.0
# A vertex number of a declaration exists.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
ATTRIB p = vertex[4].position;
END
