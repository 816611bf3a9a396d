!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Execution runs on through a label.
OPTION NV_fragment_program2;
TEMP r;
MOV r, fragment.color;
CAL sub;
sub:
ADD r, r, r;
MOV result.color, r;
END
