!!NVfp4.0
# MUL.S24 and MUL.U24 with operands that are brought into their ranges first.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
INT TEMP s, t;
UINT TEMP u, v;
SHL.S s, a, 8;
SHR.S s, s, 8;
SHL.S t, b, 8;
SHR.S t, t, 8;
MUL.S24 result.color[0], s, t;
AND.U u, a, 0xffffff;
SHR.U v, b, 8;
MUL.U24 result.color[1], u, v.wzyx;
MUL.U24 v, u, 3;
MOV.U result.color[2], v;
END
