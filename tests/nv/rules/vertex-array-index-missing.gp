!!NVgp4.0
# An array of attributes of all vertices has two indices.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
ATTRIB t[] = { vertex.texcoord[0..1] };
MOV result.position, t[0];
END
