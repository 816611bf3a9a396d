!!NVfp4.0
# Filmic tone mapping: exposure, a rational curve, gamma.
PARAM exposure = program.local[0];
PARAM k = { 0.22, 0.30, 0.10, 0.20 };
PARAM e = { 0.01, 0.30, 11.2, 2.2 };
TEMP c, num, den, e_inv;
TEX c, fragment.texcoord[0], texture[0], 2D;
EX2 num.x, exposure.x;
MUL c.xyz, c, num.x;
MAX c.xyz, c, 0.0;
MUL num.w, k.y, k.z;
MAD num.xyz, c, k.x, num.w;
MUL den.w, k.w, e.x;
MAD num.xyz, c, num, den.w;
MAD den.xyz, c, k.x, k.y;
MUL den.w, k.w, e.y;
MAD den.xyz, c, den, den.w;
DIV num.x, num.x, den.x;
DIV num.y, num.y, den.y;
DIV num.z, num.z, den.z;
RCP e_inv.w, e.w;
POW c.x, |num.x|, e_inv.w;
POW c.y, |num.y|, e_inv.w;
POW c.z, |num.z|, e_inv.w;
MOV c.w, 1.0;
MOV.SAT result.color, c;
END
