!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Packing and unpacking.
OPTION NV_fragment_program;
OPTION ARB_draw_buffers;
TEMP r;
TEMP a, b;
PK2H r.x, fragment.texcoord[0];
UP2H a, r.x;
PK2US r.y, fragment.texcoord[1];
UP2US_SAT b, r.y;
MAD result.color, b, 4, a;
PK4B r.z, fragment.texcoord[2];
UP4B a, r.z;
PK4UB r.w, fragment.texcoord[3];
UP4UBC b, r.w;
MAD result.color[1], b, 4, a;
END
