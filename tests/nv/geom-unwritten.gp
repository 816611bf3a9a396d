!!NVgp4.0
# Results that nothing has written yet are 0 in the first vertices and stay as they are afterwards.
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 3;
TEMP t;
MOV.CC t, vertex[0].texcoord[0];
EMIT;
MOV result.position.y, vertex[0].position.w;
MOV result.color (GT.x), t;
EMIT;
MOV result.texcoord[7].z (NE), t;
EMIT;
ENDPRIM;
END
