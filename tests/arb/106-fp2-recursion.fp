!!ARBfp1.0
# SPDX-License-Identifier: MIT
# A subroutine that calls itself to the end of the stack.
OPTION NV_fragment_program2;
TEMP r, c;
MOV r.x, fragment.texcoord[0];
CAL down;
MOV result.color, r;
RET;
down:
MOV result.color, r;
SUBC r.x, r, 1;
CAL down (GT.x);
ADD r.y, r, 1;
RET;
END
