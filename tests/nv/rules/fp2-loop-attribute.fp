!!ARBfp1.0
# The count of a loop is not computed.
OPTION NV_fragment_program2;
PARAM c = { 2, 0, 1, 0 };
TEMP a;
LOOP fragment.color;
MOV a, 1;
ENDLOOP;
END
