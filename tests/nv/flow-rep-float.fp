!!NVfp4.0
# REP with float counts: literals, a parameter, a value with a fraction (floor), zero and less (skipped), NaN (defined to be 0).
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
TEMP n;
INT TEMP c;
MOV.S c, 0;
MIN n, a, 9.0;
REP n.x;
ADD.S c.x, c.x, 1;
ENDREP;
MAX n.y, n, -9.0;
REP -n.y;
ADD.S c.y, c.y, 1;
ENDREP;
REP 3.99;
ADD.S c.z, c.z, c.x;
ENDREP;
REP |n.w|;
ADD.S c.w, c.w, 1;
BRK (TR);
ENDREP;
REP.F { 2.5, 9.0, 9.0, 9.0 };
ADD.S c.w, c.w, 8;
ENDREP;
MOV.S result.color[0], c;
END
