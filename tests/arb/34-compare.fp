!!ARBfp1.0
# SPDX-License-Identifier: MIT
# CMP LRP SGE SLT MIN MAX.
TEMP a, b, c;
CMP a, fragment.texcoord[0], fragment.texcoord[1], fragment.texcoord[2];
LRP b, fragment.texcoord[0], a, fragment.texcoord[1];
SGE c, b, a;
SLT a, fragment.texcoord[2], 0.5;
MIN b, b, fragment.texcoord[3];
MAX b, b, -1;
MAD result.color, c, b, a;
END
