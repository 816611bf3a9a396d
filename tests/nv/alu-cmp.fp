!!NVfp4.0
# CMP picks by the sign of the first operand: a NaN and -0 are not less than zero, an unsigned number never is.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
FLAT ATTRIB i = fragment.attrib[1];
FLAT ATTRIB j = fragment.attrib[2];
INT TEMP s;
CMP result.color[0], a, 1.0, 2.0;
CMP result.color[1], -a, a, -a.wzyx;
CMP.S s, i, j, -1;
MOV.S result.color[2], s;
CMP.U result.color[3], i, 1, j;
CMP.SAT result.color[4], a, |a|, -|a|;
END
