!!NVfp4.0
# Parameters that hold integers: INT and UINT declarations of environment and local parameters.
OPTION ARB_draw_buffers;
INT PARAM a = program.local[0];
UINT PARAM b = program.env[0];
INT PARAM c[2] = { program.local[1], { 3, -4, 5, -6 } };
FLAT INT ATTRIB x = fragment.attrib[0];
INT TEMP t;
ADD.S t, a, x;
MUL.S t, t, c[1];
XOR.S result.color[0], t, c[0];
SHR.U result.color[1], b, 3;
MAX.S result.color[2], a.wzyx, c[1];
END
