!!NVfp4.0
# REP.U: a count with the top bit set is large, not negative; it is left by BRK.
FLAT UINT ATTRIB a = fragment.attrib[0];
UINT TEMP n, c;
MIN.U n, a, 9;
MOV.U c, 0;
REP.U n.x;
ADD.U c.x, c.x, 3;
ENDREP;
REP.U n.y;
SHL.U c.y, c.y, 1;
ADD.U c.y, c.y, 1;
ENDREP;
REP.U 0x80000003;
ADD.U c.z, c.z, 1;
SGE.U.CC n.w, c.z, n.z;
BRK (NE.w);
ENDREP;
MOV.U result.color, c;
END
