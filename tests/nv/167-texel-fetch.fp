!!NVfp4.0
# TXF with integer coordinates and levels, and TXQ; integer results.
OPTION ARB_draw_buffers;
INT TEMP i, size;
TEMP t, u;
TRUNC.S i, fragment.position;
TXQ size, 0, texture[0], 2D;
MOV.S i.w, 0;
TXF result.color[0], i, texture[0], 2D;
TXF.U t, i.yxzw, texture[1], ARRAY1D, (2);
TXF.S.CC0 u, i, texture[2], RECT;
XOR.S t, t, u;
ADD.S t, t, size;
MOV.S t.w (LT.x), 7;
MOV.S result.color[1], t;
END
