!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Every target and the three ways to sample.
TEMP t, r;
TEX r, fragment.texcoord[0], texture[0], 1D;
TXP t, fragment.texcoord[1], texture[1], 2D;
ADD r, r, t;
TXB t, fragment.texcoord[2], texture[2], 3D;
ADD r, r, t;
TEX t, fragment.texcoord[3], texture[3], CUBE;
ADD r, r, t;
TXP t, fragment.texcoord[4], texture[4], RECT;
ADD_SAT result.color, r, t;
END
