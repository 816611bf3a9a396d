!!NVfp4.0
# RUN: -O0 -frt=rgba8 -verify-sim=64
# RUN: -O2 -frt=rgba8 -verify-sim=64
# RUN: -O2 -verify-sim=64
# One value in several components of targets of bytes, beside constants: those between two bytes are left to the pack unit.
OPTION ARB_draw_buffers;
ATTRIB f = fragment.attrib[0];
TEMP t;
MUL t, f, program.local[0];
MOV result.color[0], t.x;
MOV result.color[1].xyz, -t.y; MOV result.color[1].w, 1.0;
MOV result.color[2].yw, |t.z|; MOV result.color[2].x, 0.2; MOV result.color[2].z, 7.0;
MOV result.color[3].x, t.w;
MOV result.color[4].xyz, t.x; MOV result.color[4].w, 0.5;
MOV result.color[5].xz, t.x; MOV result.color[5].yw, t.y;
MOV result.color[6], program.local[1].y;
MOV result.color[7].xyz, t.y;
SLT.CC t.x, t.x, t.y;
MOV result.color[7].w (NE.x), 1.0;
END
