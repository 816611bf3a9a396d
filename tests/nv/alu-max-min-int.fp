!!NVfp4.0
# Signed and unsigned MIN and MAX order the same bits differently.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
MIN.S result.color[0], a, b;
MAX.S result.color[1], a, b;
MIN.U result.color[2], a, b;
MAX.U result.color[3], a, b;
MIN.S result.color[4], -a, -1;
MAX.U result.color[5], a, 0x80000000;
END
