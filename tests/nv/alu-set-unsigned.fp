!!NVfp4.0
# SEQ .. SGE with U: all ones or 0, and the order of unsigned numbers.
FLAT UINT ATTRIB a = fragment.attrib[0];
FLAT UINT ATTRIB b = fragment.attrib[1];
UINT TEMP r, t;
SEQ.U r, a, b;
AND.U r, r, 1;
SNE.U t, a, b;
AND.U t, t, 2;
OR.U r, r, t;
SLT.U t, a, b;
AND.U t, t, 4;
OR.U r, r, t;
SLE.U t, a, b;
AND.U t, t, 8;
OR.U r, r, t;
SGT.U t, a, 0x7fffffff;
AND.U t, t, 16;
OR.U r, r, t;
SGE.U t, a, b.wzyx;
AND.U t, t, 32;
OR.U result.color, r, t;
END
