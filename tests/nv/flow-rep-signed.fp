!!NVfp4.0
# REP.S: counts from a register, negative ones skip; the operand may be overwritten in the loop (issue 17).
FLAT INT ATTRIB a = fragment.attrib[0];
INT TEMP n, c;
MIN.S n, a, 12;
MOV.S c, 0;
REP.S n.x;
MOV.S n.x, 100;
ADD.S c.x, c.x, 1;
ENDREP;
REP.S n.yyyy;
ADD.S c.y, c.y, n.z;
ENDREP;
REP.S 0;
MOV.S c.z, 1;
ENDREP;
REP.S -n.w;
ADD.S c.w, c.w, 1;
SGT.S.CC n.y, c.w, 7;
BRK (NE.y);
ENDREP;
MOV.S result.color, c;
END
