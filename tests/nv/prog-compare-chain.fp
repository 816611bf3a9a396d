!!NVfp4.0
# Comparisons that select, and truth values that are multiplied.
TEMP a, b, c;
MOV a, fragment.texcoord[0];
MOV b, fragment.texcoord[1];
SLT c, a, b;
SGE a, a, 0.5;
MUL c, c, a;
CMP b, -c, b, a;
MIN b, b, 0.75;
MAX b, b, a.yzwx;
SEQ a.x, b.x, b.y;
SNE a.y, b.z, b.w;
SGT a.z, a.x, b.x;
SLE a.w, a.y, b.y;
LRP result.color, a, b, c;
END
