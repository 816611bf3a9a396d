!!NVfp4.0
# SHL, SHR.S (fills with the sign) and SHR.U (fills with 0) by constants and by counts of 0 to 31 from a register.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
TEMP n;
AND.S n, b, 31;
SHL.S result.color[0], a, n.x;
SHR.S result.color[1], a, n.y;
SHR.U result.color[2], a, n.z;
SHL.U result.color[3], a, 31;
SHR.S result.color[4], -a, 31;
SHR.U result.color[5], a.wzyx, 1;
SHL.S result.color[6], 1, n.w;
SHR.U result.color[7], a, 0;
END
