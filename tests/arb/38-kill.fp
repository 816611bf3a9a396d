!!ARBfp1.0
# SPDX-License-Identifier: MIT
# KIL of a vector.
KIL fragment.texcoord[0];
KIL -fragment.texcoord[1].xxyy;
MOV result.color, fragment.color;
END
