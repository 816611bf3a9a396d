!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Masks and swizzles of rgba.
TEMP t;
MOV t.rgb, fragment.color.bgra;
MOV t.a, fragment.color.secondary.r;
MUL result.color.rga, t.aaaa, t;
SWZ result.color.b, t, r, -g, 0, 1;
END
