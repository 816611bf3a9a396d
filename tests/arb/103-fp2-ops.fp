!!ARBfp1.0
# SPDX-License-Identifier: MIT
# NRM DIV DP2 DP2A TXL facing.
OPTION NV_fragment_program2;
OPTION ARB_draw_buffers;
TEMP r, c;
NRM r.xyz, fragment.texcoord[0];
DIVR r.w, fragment.texcoord[1], fragment.texcoord[1].x;
MOV result.color[1], r;
DP2 r.x, fragment.texcoord[0], fragment.texcoord[1];
DP2AH r.y, fragment.texcoord[0], fragment.texcoord[1], fragment.texcoord[2];
MOV_SSAT r.z, fragment.texcoord[3];
MOV r.w, fragment.facing.x;
TXL c, fragment.texcoord[4], texture[0], 2D;
ADD result.color, r, c;
END
