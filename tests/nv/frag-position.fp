!!NVfp4.0
# Window position: x, y, z and 1/w, and a checkerboard from whole numbers of it.
OPTION ARB_draw_buffers;
TEMP p;
INT TEMP i;
MOV p, fragment.position;
MOV result.color[0], p;
MIN p.xy, p, 4096.0;
MAX p.xy, p, 0.0;
FLR.S i.xy, p;
XOR.S i.x, i.x, i.y;
AND.S.CC i.x, i.x, 8;
MOV result.color[1], { 0.2, 0.2, 0.2, 1.0 };
MOV result.color[1].xyz (NE.x), p.z;
END
