!!NVfp4.0
# Two render targets of 32-bit floats, of different types, one under a mask and by name.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
FLAT INT ATTRIB b = fragment.attrib[1];
OUTPUT c1 = result.color[1];
TEMP t;
ADD.S result.color[0], b, b;
MOV c1.xw, a;
MOV.CC t, a;
MOV c1 (LT), -a.wzyx;
END
