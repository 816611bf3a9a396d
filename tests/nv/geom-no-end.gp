!!NVgp4.0
# No ENDPRIM and no vertex: both are legal.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
TEMP t;
MUL t, vertex[0].position, vertex[1].position;
MOV result.position, t;
ENDPRIM;
END
