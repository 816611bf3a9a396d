!!NVgp4.0
# RUN: -verify-sim=32 -O0 -fvarying-map=position:0,clip0.x:4+7,clip1.x:5+8,layer.x:6 -o /dev/null
# RUN: -verify-sim=32 -O1 -fvarying-map=position:0,clip0.x:4+7,clip1.x:5+8,layer.x:6 -o /dev/null
# RUN: -verify-sim=32 -O2 -fvarying-map=position:0,clip0.x:4+7,clip1.x:5+8,layer.x:6 -o /dev/null
# RUN: -verify-sim=32 -O3 -fvarying-map=position:0,clip0.x:4+7,clip1.x:5+8,layer.x:6 -o /dev/null
# Both words of a clip distance are written before each EMIT, also where only some paths write the distance, and where it is an input, which a repeated
# group copies.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 2;
MOV result.position, vertex[0].position;
MOV result.clip[0].x, vertex[0].attrib[0].x;
MOV result.clip[1].x, vertex[0].attrib[0].y;
SGT.CC result.layer.x, vertex[1].position.x, 0;
EMIT;
MOV result.position, vertex[1].position;
IF NE.x;
MUL result.clip[0].x, vertex[1].position.x, vertex[2].position.y;
ENDIF;
MOV result.clip[1].x, 1.0;
EMIT;
END
