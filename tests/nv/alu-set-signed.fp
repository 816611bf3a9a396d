!!NVfp4.0
# SEQ .. SGE with S: -1 or 0, so that AND picks one bit of each.
FLAT INT ATTRIB a = fragment.attrib[0];
FLAT INT ATTRIB b = fragment.attrib[1];
INT TEMP r, t;
SEQ.S r, a, b;
AND.S r, r, 1;
SNE.S t, a, b;
AND.S t, t, 2;
OR.S r, r, t;
SLT.S t, a, b;
AND.S t, t, 4;
OR.S r, r, t;
SLE.S t, a, b;
AND.S t, t, 8;
OR.S r, r, t;
SGT.S t, a, b.x;
AND.S t, t, 16;
OR.S r, r, t;
SGE.S t, a, -b;
AND.S t, t, 32;
OR.S result.color, r, t;
END
