!!ARBfp1.0
# SPDX-License-Identifier: MIT
# A chain of texture reads, coordinates from constants and parameters.
TEMP t;
TEX t, {0.25, 0.5}, texture, 2D;
TEX t, t.yxzw, texture[1], 2D;
TEX t, -t, texture[2], RECT;
TEX result.color, program.local[1], texture[0], 2D;
MOV result.depth.z, t.x;
END
