!!NVfp4.0
# Declarations may stand between instructions, in blocks and behind a label too.
TEMP r;
MOV r, fragment.attrib[0];
PARAM k = { 2.0, 0.5, 1.0, 4.0 };
MUL r, r, k;
SGT.CC r.w, r.x, 0.0;
IF NE.w;
TEMP inner;
ADD inner, r, 1.0;
MOV r, inner;
ENDIF;
ATTRIB b = fragment.attrib[1];
ADD result.color, r, b;
END
