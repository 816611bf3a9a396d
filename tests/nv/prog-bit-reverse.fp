!!NVfp4.0
# Bit reversal of four words by masks and shifts; twice gives the word back.
OPTION ARB_draw_buffers;
UINT TEMP v, t, orig;
main:
MOV.U orig, fragment.attrib[0];
MOV.U v, orig;
CAL reverse;
MOV.U result.color[0], v;
CAL reverse;
XOR.U result.color[1], v, orig;
RET;
reverse:
SHR.U t, v, 1;
AND.U t, t, 0x55555555;
AND.U v, v, 0x55555555;
MAD.U v, v, 2, t;
SHR.U t, v, 2;
AND.U t, t, 0x33333333;
AND.U v, v, 0x33333333;
MAD.U v, v, 4, t;
SHR.U t, v, 4;
AND.U t, t, 0x0F0F0F0F;
AND.U v, v, 0x0F0F0F0F;
MAD.U v, v, 16, t;
SHR.U t, v, 8;
AND.U t, t, 0x00FF00FF;
AND.U v, v, 0x00FF00FF;
MAD.U v, v, 256, t;
SHR.U t, v, 16;
SHL.U v, v, 16;
OR.U v, v, t;
RET;
END
