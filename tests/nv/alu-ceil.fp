!!NVfp4.0
# CEIL to float, signed and unsigned: the operand is always a float. Clamped first so that the integers are in range.
OPTION ARB_draw_buffers;
TEMP f;
INT TEMP s;
UINT TEMP u;
MIN f, fragment.attrib[0], 1000000.0;
MAX f, f, -1000000.0;
CEIL result.color[0], f;
CEIL.S s, f;
MOV.S result.color[1], s;
CEIL.U u, |f|;
MOV.U result.color[2], u;
CEIL.F result.color[3], -f;
CEIL.SAT result.color[4], f;
END
