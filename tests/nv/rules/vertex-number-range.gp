!!NVgp4.0
# A vertex number of a declaration is one constant.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
ATTRIB p = vertex[0..1].position;
END
