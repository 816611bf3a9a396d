!!NVgp4.0
# A range of results does not run backwards.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
OUTPUT t[] = { result.texcoord[2..1] };
END
