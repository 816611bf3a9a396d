!!NVgp4.0
# A range of attributes does not run backwards.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
ATTRIB t[] = { vertex[0].texcoord[2..1] };
END
