!!NVfp4.0
# Float MIN and MAX with NaN, zeros of either sign and infinities from the inputs: one operand comes back bit for bit.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
ATTRIB b = fragment.attrib[1];
MIN result.color[0], a, b;
MAX result.color[1], a, b;
MIN result.color[2], -a, 0.0;
MAX result.color[3], -0.0, a;
MAX.SAT result.color[4], |a|, -b;
MINR result.color[5], a.xyxy, b.zzww;
END
