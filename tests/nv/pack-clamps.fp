!!NVfp4.0
# Clamps of colours in front of a pack to bytes, which clamps itself: saturations of every operation, minima and maxima with the
# constants of the range or wider ones, in both orders; narrower ones stay, and so do those of values that are read elsewhere.
# RUN: -O0 -frt=rgba8 -verify-sim=64
# RUN: -O1 -frt=rgba8 -verify-sim=64
# RUN: -O2 -frt=rgba8 -verify-sim=64
# RUN: -O3 -frt=rgba8 -ffp=strict -verify-sim=64
# RUN: -O2 -frt=f16 -verify-sim=64
# RUN: -O2 -frt=rgba8 -mcpu=bxs-4-64 -verify-sim=64
OPTION ARB_draw_buffers;
ATTRIB c = fragment.color;
PARAM p = program.local[0];
TEMP t, u;
MOV.SAT result.color[0], c;
MIN t, c, 1.0;
MAX t, t, 0.0;
MOV result.color[1], t;
MAX t, 0.0, c;
MIN result.color[2], 2.0, t;
EX2.SAT result.color[3].x, c.x;
MIN.SAT result.color[3].y, c.x, c.y;
RSQ.SAT result.color[3].z, c.z;
MAX.SAT result.color[3].w, c.z, c.w;
MIN t, c, 0.5;
MAX result.color[4], t, 0.25;
MOV.SAT u, c.wzyx;
MOV result.color[5], u;
MOV.SAT t, p;
MOV result.color[6].xyz, t;
MAX result.color[6].w, |p.w|, 0.0;
MUL t, u, c;
MIN t, t, -1.0;
MAX result.color[7], -t, 0.0;
END
