!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Exponential fog.
OPTION ARB_fog_exp;
MUL result.color, fragment.color, 2;
END
