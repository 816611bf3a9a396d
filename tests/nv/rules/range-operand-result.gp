!!NVgp4.0
# No range of results in an instruction.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
MOV result.texcoord[0..1], 1;
END
