!!NVfp4.0
# Inputs divided by another one, which the machine iterates as one quotient: TXP of every target, a quotient by another slot, of the
# position, without perspective; and those that stay products, because something else reads the reciprocal, or in two blocks.
# RUN: -O0 -verify-sim=64
# RUN: -O2 -verify-sim=64
# RUN: -O3 -ffp=strict -frt=rgba8 -verify-sim=64
# RUN: -O2 -mcpu=bxs-4-64 -verify-sim=64
# RUN: -O2 -sim-noise=3 -verify-sim=64
# RUN: -O2 -mattr=+itrsmp -verify-sim=64
# RUN: -O2 -fsamples=4 -fsample-shading -verify-sim=16
# RUN: -target=agx -O2 -verify-sim=16
OPTION ARB_draw_buffers;
NOPERSPECTIVE ATTRIB n = fragment.attrib[0];
CENTROID ATTRIB c = fragment.attrib[1];
ATTRIB t0 = fragment.texcoord[0];
ATTRIB t1 = fragment.texcoord[1];
TEMP a, r, x;
TXP a, t0, texture[0], 2D;
MOV result.color[0], a;
TXP a, t1, texture[1], 3D;
TXP r, t0.yzxw, texture[2], 1D;
ADD result.color[1], a, r;
DIV a.xyz, n, n.w;
MUL a.w, n.w, 0.5;
MOV result.color[2], a;
RCP r.x, t1.x;
MUL a.xy, fragment.texcoord[2], r.x;
MUL a.zw, t0.xxyz, r.x;
MOV result.color[3], a;
RCP r.x, c.y;
MUL a, c, r.x;
ADD a.x, a, r.x;
MOV result.color[4], a;
SGE.CC x.x, t0.x, t0.y;
RCP r.x, fragment.texcoord[3].w;
MUL a.x, fragment.texcoord[3].x, r.x;
IF NE.x;
MUL a.y, fragment.texcoord[3].y, r.x;
TXP r, fragment.texcoord[4], texture[3], RECT;
MUL a.zw, r, t0.x;
ELSE;
MOV a.yzw, t0;
ENDIF;
MOV result.color[5], a;
RCP r.x, fragment.position.w;
MUL a, fragment.position.z, r.x;
MOV result.color[6], a;
END
