!!NVfp4.0
# Inputs that all readers saturate are iterated with a saturation; those of which one reader does not, are not. Flat ones are no
# iteration, and of two components a product is as good.
# RUN: -O0 -verify-sim=64
# RUN: -O2 -verify-sim=64
# RUN: -O2 -frt=rgba8 -verify-sim=64
# RUN: -O2 -ffp=strict -frt=f16 -mcpu=bxs-4-64 -verify-sim=64
# RUN: -O2 -mattr=+itrsmp -verify-sim=64
# RUN: -target=agx -O2 -verify-sim=16
OPTION ARB_draw_buffers;
NOPERSPECTIVE ATTRIB n = fragment.attrib[0];
FLAT ATTRIB f = fragment.attrib[1];
TEMP a, b, t, x, y;
MOV.SAT a, fragment.color;
MUL t, a, a.wzyx;
MOV result.color[0], t;
MOV.SAT b, fragment.texcoord[0];
MUL t, b, fragment.texcoord[0].w;
MOV result.color[1], t;
MOV.SAT b, n;
MAD t, a, b, b;
MOV result.color[2], t;
MOV.SAT b, f;
MOV result.color[3], b;
SGE.CC x, fragment.texcoord[1].x, 0.0;
MOV.SAT y, fragment.texcoord[2];
IF NE.x;
MOV.SAT b, fragment.texcoord[2];
TEX t, fragment.texcoord[2], texture[0], 2D;
MUL y, b, t;
ENDIF;
MOV result.color[4], y;
MOV.SAT b.xy, fragment.texcoord[3];
ADD result.color[5], b.xyxy, 0.25;
END
