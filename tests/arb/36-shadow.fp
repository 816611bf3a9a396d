!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Shadow targets.
OPTION ARB_fragment_program_shadow;
TEMP t, r;
TEX r, fragment.texcoord[0], texture[0], SHADOW1D;
TXP t, fragment.texcoord[1], texture[1], SHADOW2D;
ADD r, r, t;
TXB t, fragment.texcoord[2], texture[2], SHADOWRECT;
ADD result.color, r, t;
END
