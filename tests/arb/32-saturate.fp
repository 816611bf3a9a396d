!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Clamped results, NaN and -0 among them.
TEMP r, s;
MAD_SAT r, fragment.texcoord[0], 4, -1;
RCP_SAT s, fragment.texcoord[1].x;
LG2_SAT s.y, fragment.texcoord[1].y;
MOV_SAT s.zw, -fragment.texcoord[2];
SUB_SAT result.color, r, s;
END
