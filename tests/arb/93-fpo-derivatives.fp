!!ARBfp1.0
# SPDX-License-Identifier: MIT
# DDX DDY TXD.
OPTION NV_fragment_program;
TEMP a, b, t;
DDXR a, fragment.texcoord[0];
DDY b, fragment.texcoord[0];
TXD t, fragment.texcoord[0], a, b, texture[0], 2D;
MAD result.color, a, b, t;
END
