!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Subroutines in front of main, early returns inside blocks.
OPTION NV_fragment_program2;
TEMP r, c;
helper:
  ADD r, r, 1;
  MOVC c.x, r;
  IF GT.x;
    RET;
  ENDIF;
  ADD r, r, 2;
  RET;
main:
MOV r, fragment.texcoord[0];
CAL helper;
MOVC c.y, fragment.texcoord[1];
CAL helper (LT.y);
MOV result.color, r;
RET (NE.y);
MOV result.color, 0;
END
