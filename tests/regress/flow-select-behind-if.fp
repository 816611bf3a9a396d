!!NVfp4.0
# RUN: -O0 -verify-sim=64 -o /dev/null
# RUN: -O1 -verify-each=exec -verify-sim=64 -o /dev/null
# RUN: -O2 -verify-each=exec -verify-sim=64 -o /dev/null
# RUN: -O3 -mcpu=bxs-4-64 -verify-sim=64 -o /dev/null
# RUN: -target=agx -O0 -verify-sim=64 -o /dev/null
# RUN: -target=agx -O2 -verify-sim=64 -o /dev/null
# Writes under the condition of an if that ends in front of them, or under its complement, which the front end does not know as one: SLT and SGE.
PARAM k = program.local[0];
ATTRIB f = fragment.texcoord[0];
ATTRIB g = fragment.texcoord[1];
TEMP a, b, c, t;
MOV a, g;
MOV b, 0.0;
SGE.CC t.x, f.x, k.w;
IF NE.x;
TXL a, f, texture[0], 2D;
TXL b, g, texture[1], 2D;
ENDIF;
MOV a.xy (EQ.x), k;
MOV a.z (NE.x), k.y;
SLT.CC0 t.x, f.x, k.w;
MOV b (NE0.x), k.wzyx;
SGT.CC1 c.x, g.y, f.y;
IF GT1.x;
TXL c, f.yxzw, texture[0], 2D;
ELSE;
TXL c, g.yxzw, texture[1], 2D;
ENDIF;
ADD t, a, b;
MOV c.xz (GT1.x), t;
MOV c.y (LE1.x), -t.x;
MAD result.color, c, b, a;
END
