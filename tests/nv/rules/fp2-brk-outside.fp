!!ARBfp1.0
# BRK in loops only.
OPTION NV_fragment_program2;
PARAM c = { 2, 0, 1, 0 };
TEMP a;
IF EQ.x;
BRK;
ENDIF;
END
