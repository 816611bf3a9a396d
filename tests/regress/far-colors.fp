!!NVfp4.0
# RUN: -O0 -verify-sim=8 -o /dev/null
# RUN: -O2 -verify-sim=8 -o /dev/null
# RUN: -mcpu=gx6250 -O2 -verify-sim=8 -o /dev/null
# Colours of many targets, which are parameters as they are: those past register 255 cannot be read in place.
OPTION ARB_draw_buffers;
PARAM p[96] = { program.local[0..95] };
INT TEMP a;
TRUNC.S a, fragment.texcoord[0];
MOV result.color[0], p[a.x];
MOV result.color[1], p[63];
MOV result.color[2], p[64];
MOV result.color[3], p[90];
MOV result.color[4], p[1];
MOV result.color[5], p[70];
MOV result.color[6], p[95];
MOV result.color[7], p[2];
END
