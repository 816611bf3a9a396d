!!NVfp4.0
# TXF with integer coordinates and levels, and TXQ; integer results.
OPTION ARB_draw_buffers;
INT TEMP i, size;
TRUNC.S i, fragment.position;
TXQ size, 0, texture[0], 2D;
MOV.S i.w, 0;
TXF result.color[0], i, texture[0], 2D;
TXF.U result.color[1], i.yxzw, texture[1], ARRAY1D, (2);
TXF.S.CC0 result.color[2], i, texture[2], RECT;
MOV.S result.color[3], size;
MOV.S result.color[2].w (LT.x), 7;
END
