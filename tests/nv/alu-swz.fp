!!NVfp4.0
# SWZ picks components, 0 and 1 with a sign each, of a whole variable.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
PARAM p = program.local[3];
TEMP t;
MOV t, a;
SWZ result.color[0], a, x, -y, 0, 1;
SWZ result.color[1], t, -w, -0, -1, z;
SWZ result.color[2], p, +y, +y, -y, 1;
SWZ result.color[3].xz, fragment.color, 1, x, -x, 0;
SWZ.SAT result.color[4], t, r, -g, b, -a;
SWZ result.color[5], { 1, 2, 3, 4 }, w, z, -y, x;
SWZR result.color[6], state.fog.color, 0, 0, 0, -x;
END
