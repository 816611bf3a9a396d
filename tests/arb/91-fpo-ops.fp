!!ARBfp1.0
# SPDX-License-Identifier: MIT
# RFL X2D and the set instructions.
OPTION NV_fragment_program;
OPTION ARB_draw_buffers;
TEMP r;
RFL r.xyz, fragment.texcoord[0], fragment.texcoord[1];
X2DR r.w, fragment.texcoord[0], fragment.texcoord[1], fragment.texcoord[2];
ADD result.color, r, 0;
SEQR r.x, fragment.texcoord[0], fragment.texcoord[3];
SNEH r.y, fragment.texcoord[0], fragment.texcoord[3];
SGTX r.z, fragment.texcoord[0], fragment.texcoord[3];
SLEC r.w, fragment.texcoord[0], fragment.texcoord[3];
STR r.x(EQ.w), r, r;
SFL r.yz(NE.w), r, r;
MOV result.color[1], r;
END
