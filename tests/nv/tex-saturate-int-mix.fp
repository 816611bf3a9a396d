!!NVfp4.0
# One unit read as float and as bits; the bits of a fetch are the float's.
OPTION ARB_draw_buffers;
FLAT INT ATTRIB i = fragment.attrib[0];
INT TEMP at, s;
TEMP f;
AND.S at, i, 3;
MOV.S at.w, 0;
TXF f, at, texture[0], 2D;
TXF.S s, at, texture[0], 2D;
SUB.S.NTC result.color[1], s, f;
MOV.SAT result.color[0], f;
END
