!!NVfp4.0
# Planar YCbCr to RGB with a matrix of rows, and back; three lookups.
OPTION ARB_draw_buffers;
PARAM m[3] = { { 1.1643, 0.0, 1.5958, -0.8708 }, { 1.1643, -0.39173, -0.8129, 0.5296 }, { 1.1643, 2.017, 0.0, -1.081 } };
PARAM luma = { 0.257, 0.504, 0.098, 0.0625 };
TEMP s, rgb;
TEX s.x, fragment.texcoord[0], texture[0], RECT;
TEX s.y, fragment.texcoord[1], texture[1], RECT;
TEX s.z, fragment.texcoord[1], texture[2], RECT;
MOV s.w, 1.0;
DP4.SAT rgb.x, s, m[0];
DP4.SAT rgb.y, s, m[1];
DP4.SAT rgb.z, s, m[2];
MOV rgb.w, 1.0;
MOV result.color[0], rgb;
DPH result.color[1].x, rgb, luma;
END
