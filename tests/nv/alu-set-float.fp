!!NVfp4.0
# SEQ SNE SLT SLE SGT SGE on floats: 1.0 or 0.0; with a NaN only SNE holds. A bit a comparison is added up.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
ATTRIB b = fragment.attrib[1];
TEMP r, t;
SEQ r, a, b;
SNE t, a, b;
MAD r, t, 2.0, r;
SLT t, a, b;
MAD r, t, 4.0, r;
SLE t, a, b;
MAD r, t, 8.0, r;
SGT t, a, b;
MAD r, t, 16.0, r;
SGE t, a, b;
MAD r, t, 32.0, r;
MOV result.color[0], r;
SEQ result.color[1], a, -a;
SGE result.color[2], |a|, 1.0;
SLT result.color[3], a.x, b;
END
