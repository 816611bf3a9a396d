!!NVfp4.0
# Three targets of four words each: eight words are output registers, the third target has a tile buffer with its address.
# RUN: -O2 -frt=f32 -reflect -o /dev/null
OPTION ARB_draw_buffers;
MOV result.color[0].xyzw, 1.0;
MOV result.color[1].x, 1.0;
MOV result.color[2], 1.0;
END
# EXPECT:
# output color0.x o0
# output color0.y o1
# output color0.z o2
# output color0.w o3
# output color1.x o4
# output color2.x tile0[0]
# output color2.y tile0[1]
# output color2.z tile0[2]
# output color2.w tile0[3]
# buffer tile.buffer[0].address.low sh0
# buffer tile.buffer[0].address.high sh1
