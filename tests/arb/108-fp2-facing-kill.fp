!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Facing, a conditional kill in a branch.
OPTION NV_fragment_program2;
TEMP c;
MOVC c.x, fragment.facing;
IF LT.x;
  KIL fragment.texcoord[0].x;
ENDIF;
MOV result.color, fragment.color;
END
