!!ARBfp1.0
# SPDX-License-Identifier: MIT
# END in a called subroutine ends the program: from loops, ifs and recursion, for some lanes only.
OPTION NV_fragment_program2;
TEMP r, c;
MOV c, fragment.texcoord[0];
MOV r, 0;
MOV result.color, 0.25;
REP 4;
ADD r.x, r, 1;
SLTC c.z, c.x, r.x;
IF NE.z;
CAL last;
ENDIF;
SUB c.x, c, 0.5;
ENDREP;
CAL deep (GT.z);
MOV result.color, r;
RET;
deep:
ADD r.y, r, 1;
SLTC c.w, r.y, 5;
CAL deep (NE.w);
MOVC c.w, c.y;
RET (LT.w);
last:
ADD r.w, r, 10;
MOV result.color, r;
END
