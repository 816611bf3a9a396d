!!ARBfp1.0
# SPDX-License-Identifier: MIT
# IF ELSE ENDIF, nested.
OPTION NV_fragment_program2;
TEMP r, c;
MOVC c, fragment.texcoord[0];
IF GT.x;
  MOV r, fragment.texcoord[1];
  IF LT.yyyy;
    ADD r, r, 1;
  ENDIF;
ELSE;
  MOVC c.z, fragment.texcoord[2];
  IF NE.z; ELSE; MOV r, 2; ENDIF;
  MUL r, r, 3;
ENDIF;
MOV result.color, r;
END
