!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Arrays by number.
PARAM k[5] = { program.env[3..5], 0.25, {1, 2, 3, 4} };
TEMP r;
MUL r, k[0], k[4];
ADD result.color, r, k[3].x;
END
