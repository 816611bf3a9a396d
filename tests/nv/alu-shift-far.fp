!!NVfp4.0
# Shift counts of 32 and more and negative ones: undefined in the document, a row of the number model here.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
SHL.S result.color[0], a, b.x;
SHR.S result.color[1], a, b.y;
SHR.U result.color[2], a, b.z;
SHL.U result.color[3], a, 32;
SHR.S result.color[4], a, 33;
SHR.U result.color[5], a, 64;
END
