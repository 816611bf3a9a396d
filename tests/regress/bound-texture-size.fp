!!NVfp4.0
# The results of a size query beyond the dimensions of the texture are 0: a select of one of them by a comparison is one group, and the
# lower bound of the block may not count two.
# RUN: -O0 -verify-sim=4 -stats -o /dev/null
# RUN: -O2 -verify-sim=4 -stats -o /dev/null
FLAT INT ATTRIB x = fragment.attrib[0];
FLAT INT ATTRIB y = fragment.attrib[1];
FLAT INT ATTRIB z = fragment.attrib[2];
INT TEMP t, d;
MOV.S t, z;
SLT.S.CC d, x, y;
TXQ t (NE), 0, texture[0], 1D;
MOV.S result.color, t;
END
