!!NVgp4.0
# No range of attributes for one variable.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
ATTRIB t = vertex[0].texcoord[0..1];
END
