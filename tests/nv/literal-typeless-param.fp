!!NVfp4.0
# Integer constants in a typeless PARAM are floats; in an INT or UINT one integers; used in an instruction they follow it.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
PARAM f = { 1, 2, 3, 4 };
INT PARAM i = { 1, 2, 3, 4 };
UINT PARAM u = 3000000000;
FLOAT PARAM g = 3;
ADD result.color[0], a, f;
ADD.S result.color[1], a, i;
ADD.U result.color[2], a, u;
MUL result.color[3], a, g;
MOV.U result.color[4], f;
MUL result.color[5], a, 2;
MUL.S result.color[6], a, 2;
END
