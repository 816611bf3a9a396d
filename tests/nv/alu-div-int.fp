!!NVfp4.0
# Integer DIV truncates. The divisor is forced to be odd, hence not 0, and positive for the signed ones.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
INT TEMP s, d;
UINT TEMP u, e;
OR.S d, b, 1;
AND.S d, d, 0x7fffffff;
DIV.S s, a, d.x;
MOV.S result.color[0], s;
DIV.S result.color[1], a, 7;
OR.U e, b, 1;
DIV.U u, a, e.y;
MOV.U result.color[2], u;
DIV.U result.color[3], a, 10;
DIV.S s, a, -3;
MOV.S result.color[4], s;
END
