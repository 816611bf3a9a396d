!!ARBfp1.0
# A subroutine that is called exists.
OPTION NV_fragment_program2;
PARAM c = { 2, 0, 1, 0 };
TEMP a;
CAL f;
END
