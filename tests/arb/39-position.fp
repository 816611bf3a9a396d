!!ARBfp1.0
# SPDX-License-Identifier: MIT
# The position of the fragment.
TEMP r;
MUL r, fragment.position, {0.0009765625, 0.0009765625, 1, 1};
FRC result.color, r;
MOV result.depth, fragment.position;
END
