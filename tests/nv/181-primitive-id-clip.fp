!!NVfp4.0
# Primitive number and a clip distance.
OPTION ARB_draw_buffers;
ADD result.color[0].x, fragment.fogcoord, fragment.clip[1];
MOV.S result.color[1], primitive.id.x;
END
