!!NVgp4.0
# In front of a geometry program: registers by vertex.
# RUN: --link tests/cli/link.vp
PRIMITIVE_IN LINES;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 1;
ADD result.position, vertex[0].position, vertex[1].texcoord[0].y;
EMIT;
END
# EXPECT:
# # tests/cli/link.vp -> tests/cli/link.gp: 5 words
# -fvarying-map=position.xyzw:0,tex0.y:4
# position.x vo0 vi0 vertex 0
# position.y vo1 vi1 vertex 0
# position.z vo2 vi2 vertex 0
# position.w vo3 vi3 vertex 0
# tex0.x - - dropped
# tex0.y vo4 vi4 vertex 1
# attr2.x - - dropped
# attr2.y - - dropped
# attr2.z - - dropped
# attr2.w - - dropped
# attr3.x - - dropped
