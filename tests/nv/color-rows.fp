!!NVfp4.0
# Components of colours that are those of a texture or of an input as they are, so that the row of registers of the colour may be among the
# results of the request: all others computed of the components that they replace; two that change places, which cannot be; a component
# that another colour reads later; one stored twice; a texture in front of a condition.
# RUN: -O0 -frt=rgba8 -verify-sim=64
# RUN: -O1 -frt=rgba8 -verify-sim=64
# RUN: -O2 -frt=rgba8 -verify-sim=64
# RUN: -O3 -frt=rgba8 -verify-sim=64
# RUN: -O2 -frt=f16 -verify-sim=64
# RUN: -O2 -mattr=-itrsmp -frt=rgba8 -verify-sim=64
# RUN: -O2 -mcpu=bxs-4-64 -frt=f16 -verify-sim=64
# RUN: -O2 -frt=rgba8 -max-temps=12 -verify-sim=16
# RUN: -O2 -frt=rgba8 -sched-seed=3 -verify-sim=16
# RUN: -target=agx -O2 -verify-sim=16
OPTION ARB_draw_buffers;
ATTRIB v = fragment.attrib[2];
PARAM p[3] = { program.local[0..2] };
TEMP a, b, c, t;
TEX c, fragment.attrib[3], texture[2], 2D;
SLT.CC t.x, c.x, p[0].x;
MUL t, c, p[1];
IF NE.x;
MUL t.xyz, t, t;
ADD t.y, t, p[0];
ENDIF;
TEX a, fragment.attrib[0], texture[0], 2D;
TEX b, fragment.attrib[1], texture[1], 2D;
MAD result.color[0].xyz, a, p[0], p[1];
MOV result.color[0].w, a.w;
MOV result.color[1].x, b.y;
MOV result.color[1].y, b.x;
MUL result.color[1].z, b.z, p[2].x;
MOV result.color[1].w, b.w;
MUL result.color[2].xyz, v, p[2];
MOV result.color[2].w, v.w;
MOV result.color[3].xyz, t;
MOV result.color[3].w, c.w;
MAD result.color[4].x, v.x, a.x, p[2].y;
MOV result.color[4].yz, v;
MOV result.color[4].w, p[0].w;
MOV result.color[4].w, v.w;
END
