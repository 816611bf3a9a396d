!!NVfp4.0
# KIL.S kills by the sign bit; KIL.U never does.
FLAT INT ATTRIB a = fragment.attrib[0];
FLAT UINT ATTRIB b = fragment.attrib[1];
INT TEMP t;
KIL.U b;
OR.S t, a, 0x40000000;
KIL.S t.x;
ADD.S t, t, 1;
MOV.S result.color, t;
END
