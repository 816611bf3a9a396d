!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Linear fog behind the program.
OPTION ARB_fog_linear;
OPTION ARB_precision_hint_fastest;
TEX result.color, fragment.texcoord[0], texture[0], 2D;
END
