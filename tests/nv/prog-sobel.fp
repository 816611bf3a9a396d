!!NVfp4.0
# A Sobel filter with texel offsets.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
TEMP a, gx, gy, t;
TXL a, c.xyzz, texture[0], 2D, (-1, -1);
MOV gx, -a;
MOV gy, -a;
TXL a, c.xyzz, texture[0], 2D, (0, -1);
MAD gy, a, -2.0, gy;
TXL a, c.xyzz, texture[0], 2D, (1, -1);
ADD gx, gx, a;
SUB gy, gy, a;
TXL a, c.xyzz, texture[0], 2D, (-1, 0);
MAD gx, a, -2.0, gx;
TXL a, c.xyzz, texture[0], 2D, (1, 0);
MAD gx, a, 2.0, gx;
TXL a, c.xyzz, texture[0], 2D, (-1, 1);
SUB gx, gx, a;
ADD gy, gy, a;
TXL a, c.xyzz, texture[0], 2D, (0, 1);
MAD gy, a, 2.0, gy;
TXL a, c.xyzz, texture[0], 2D, (1, 1);
ADD gx, gx, a;
ADD gy, gy, a;
MUL t, gx, gx;
MAD t, gy, gy, t;
MOV result.color[0], t;
RSQ t.x, t.x;
MUL result.color[1], gx, t.x;
END
