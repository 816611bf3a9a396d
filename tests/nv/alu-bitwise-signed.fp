!!NVfp4.0
# AND OR XOR NOT with the S modifier.
OPTION ARB_draw_buffers;
FLAT INT ATTRIB a = fragment.attrib[0];
FLAT INT ATTRIB b = fragment.attrib[1];
INT TEMP t;
AND.S t, a, b;
MOV.S result.color[0], t;
OR.S t, a, b.yxwz;
MOV.S result.color[1], t;
XOR.S t, -a, b;
MOV.S result.color[2], t;
NOT.S result.color[3], a.w;
AND.S result.color[4], a, 0x00ff00ff;
END
