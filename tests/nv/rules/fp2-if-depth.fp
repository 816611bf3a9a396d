!!ARBfp1.0
# Conditions nest as deep as the limit.
OPTION NV_fragment_program2;
PARAM c = { 2, 0, 1, 0 };
TEMP a;
IF EQ.x;
IF EQ.x;
IF EQ.x;
ENDIF;
ENDIF;
ENDIF;
END
