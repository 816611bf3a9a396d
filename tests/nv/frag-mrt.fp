!!NVfp4.0
# Eight render targets of different types, one not written in full, one under a mask, one by name.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
FLAT INT ATTRIB b = fragment.attrib[1];
OUTPUT c3 = result.color[3];
TEMP t;
MOV result.color[0], a;
ADD.S result.color[1], b, b;
MOV result.color[2].xw, a;
MOV c3, a.wzyx;
MOV.CC t, a;
MOV result.color[4] (LT), -a;
MUL.U.NTC result.color[5], b, 3;
MOV result.color[6].y, 1.0;
MOV result.color[7], fragment.color;
END
