!!NVfp4.0
# The other name of the option, and result.color as target 0.
OPTION ATI_draw_buffers;
ATTRIB a = fragment.attrib[0];
MOV result.color, a;
MUL result.color[1], a, a;
END
