!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Four colours.
# RUN: -O0 -frt=rgba8 -verify-sim=256
# RUN: -O2 -frt=rgba8 -verify-sim=256
OPTION ARB_draw_buffers;
MOV result.color, fragment.color;
MOV result.color[1].xy, fragment.texcoord[0];
OUTPUT c = result.color[2];
ADD c, fragment.color, 1;
MOV result.color[3], fragment.fogcoord;
END
