!!ARBfp1.0
# SPDX-License-Identifier: MIT
# KIL of a test; condition codes start as EQ.
OPTION NV_fragment_program;
TEMP EQ, c;
KIL NE.x;
MOVC c, fragment.texcoord[0];
KIL GT.xyxy;
MOV EQ, fragment.color;
KIL EQ;
MOV result.color, fragment.color;
END
