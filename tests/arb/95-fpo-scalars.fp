!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Bare numbers as scalars.
OPTION NV_fragment_program;
TEMP r;
COS r.x, 3.14159;
POW r.y, 2, fragment.texcoord[0].x;
RCP r.z, |fragment.texcoord[0].y|;
EX2 r.w, -1.5;
MOV result.color, r;
END
