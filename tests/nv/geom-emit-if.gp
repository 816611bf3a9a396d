!!NVgp4.0
# EMIT that only some invocations execute, in both arms and after them.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 6;
TEMP t;
MOV result.color, vertex[0].color;
SUB.CC t, vertex[0].position, vertex[1].position;
IF GT.x;
  MOV result.position, vertex[0].position;
  EMIT;
  IF LT.y;
    MOV result.color, t;
    EMIT;
    ENDPRIM;
  ENDIF;
ELSE;
  MOV result.position.xy, vertex[1].position;
  EMIT;
ENDIF;
MOV result.color.x, 0.5;
EMIT;
ENDPRIM;
END
