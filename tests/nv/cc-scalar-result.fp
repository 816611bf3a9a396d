!!NVfp4.0
# A scalar instruction writes one value to all components of the mask and so do its flags.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
ATTRIB b = fragment.attrib[1];
TEMP t;
MOV.CC t, b;
DP3.CC t.xz, a, b;
MOV result.color[0], 0.0;
MOV result.color[0] (LT), 1.0;
DP4.CC1 t.w, a, a.wzyx;
MOV result.color[1], a;
MOV result.color[1] (GE1.w), b;
MOV result.color[1].y (NE1), 3.0;
END
