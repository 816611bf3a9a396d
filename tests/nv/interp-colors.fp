!!NVfp4.0
# Primary and secondary color under their names.
OPTION ARB_draw_buffers;
ATTRIB p = fragment.color.primary;
TEMP t;
MUL t, p, fragment.color;
ADD result.color[0], t, fragment.color.secondary;
MUL.SAT result.color[1], fragment.color.primary.bgra, fragment.color.secondary.a;
END
