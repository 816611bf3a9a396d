!!NVfp4.0
# LRP: first operand blends second over third.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
ATTRIB b = fragment.attrib[1];
ATTRIB c = fragment.attrib[2];
TEMP t;
LRP t, a, b, c;
MOV result.color[0], t;
LRP result.color[1], 0.25, b, -c;
LRP.SAT result.color[2], |a|, b.x, c.wzyx;
LRP result.color[3], -a, 1.0, 0.0;
END
