!!NVfp4.0
# Stress options change the code, not its meaning.
# RUN: -max-temps=24 -verify-sim=32 -o /dev/null
# RUN: -one-op-per-group -verify-sim=32 -o /dev/null
# RUN: -one-op-per-group -O0 -verify-sim=32 -o /dev/null
TEMP a, b, c, d;
TEX a, fragment.texcoord[0], texture[0], 2D;
MUL b, fragment.color, a;
MAD c, b, a.wzyx, fragment.attrib[0];
MAX d, c, b;
DP4 d.w, d, a;
MUL.SAT result.color, d, c.w;
END
