!!NVfp4.0
# ABS in its three types: float clears the sign bit, signed is two's complement (INT_MIN stays), unsigned copies.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
TEMP f;
INT TEMP s;
UINT TEMP u;
ABS f, a;
MOV result.color[0], f;
ABS.S s, b;
MOV.S result.color[1], s.wzyx;
ABS.U u, b;
MOV.U result.color[2], u;
ABS.F result.color[3], -a.yxwz;
ABS.S result.color[4], -|b|;
END
