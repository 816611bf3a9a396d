!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Squared exponential fog.
OPTION ARB_precision_hint_nicest;
OPTION ARB_fog_exp2;
MOV result.color.xyz, fragment.texcoord[0];
MOV result.color.w, 0.5;
END
