!!NVgp4.0
# Colours make no array.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
ATTRIB a[] = { vertex.color.front.primary };
END
