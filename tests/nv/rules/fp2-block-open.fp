!!ARBfp1.0
# Every block ends.
OPTION NV_fragment_program2;
PARAM c = { 2, 0, 1, 0 };
TEMP a;
LOOP c;
MOV a, 1;
END
