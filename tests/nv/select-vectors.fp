!!NVfp4.0
# Selects of whole vectors on one condition, which are moves under the result of a test: arms of textures, of parameters, of products
# that the condition can compute or not, with signs; kept arms that something else reads; a chain where each keeps the one before, of
# conditions that are no comparisons, of NaNs; and what a select does better.
# RUN: -O0 -verify-sim=64
# RUN: -O1 -frt=rgba8 -verify-sim=64
# RUN: -O2 -verify-sim=64
# RUN: -O2 -frt=rgba8 -verify-sim=64
# RUN: -O3 -frt=f16 -verify-sim=64
# RUN: -O2 -mcpu=bxs-4-64 -max-temps=12 -verify-sim=16
OPTION ARB_draw_buffers;
PARAM p[4] = { program.local[0..3] };
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
FLAT INT ATTRIB v = fragment.attrib[0];
TEMP a, b, x, y;
INT TEMP t;
TEX a, c, texture[0], 2D;
TEX b, d, texture[1], 2D;
SLT.CC x.x, c.x, d.y;
MOV a (NE.x), b;
MOV result.color[0], a;
MOV y, p[0];
SEQ.S.CC t.x, v.x, 1;
MOV y (NE.x), p[1];
SEQ.S.CC t.x, v.y, 2;
MOV y (NE.x), -p[2];
SGE.S.CC t.x, v.z, 3;
MOV y (NE.x), |p[3]|;
MOV result.color[1], y;
MUL y, a, b;
SNE.CC x.x, c.z, c.z;
MUL y (EQ.x), y, c;
MOV result.color[2], y;
ADD x, y, a;
SGT.CC x.w, d.x, 0.5;
MOV x.xyz (NE.w), b;
MUL x, x, y;
MOV result.color[3], x;
AND.S.CC t.x, v.x, v.y;
RCP a.x, a.x;
MOV a (NE.x), y.wzyx;
MOV result.color[4], a;
SLT.CC x.x, c.x, 0.0;
SLT.CC1 x.y, d.x, 0.0;
MOV a (LT.x), b;
MOV b (GT1.y), a;
ADD result.color[5], a, b;
END
