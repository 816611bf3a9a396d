!!NVfp4.0
# Conditions combined as integer masks and as 0.0 and 1.0, and conversions of what is rounded already, NaN among the inputs.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.texcoord[0];
ATTRIB b = fragment.texcoord[1];
INT TEMP i, j, m, n;
UINT TEMP u;
TEMP f, g;
TRUNC.S i, a;
TRUNC.S j, |b|;
SLT.S m, i, j;
AND.S n, i, m;
SGE.S m, i, b.x;
OR.S m, j, m;
ADD.S n, n, m;
FLR.U u, |b|;
DIV.S i, i, j.w;
MOD.S j, j, i.z;
ADD.S n, n, i;
XOR.S n, n, j;
I2F.S result.color, n;
SLT f, a, b;
SGE g, a.wzyx, 0.25;
MUL f, f, g;
SEQ g, a, b.yxwz;
MAX f, f, g;
SNE g, b, 0.5;
ADD_SAT f, f, g;
SGT g, a, 0.0;
MIN f, f, g;
I2F.U g, u;
ADD result.color[1], f, g;
END
