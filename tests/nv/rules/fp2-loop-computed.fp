!!ARBfp1.0
# The count of LOOP is a program parameter.
OPTION NV_fragment_program2;
PARAM c = { 2, 0, 1, 0 };
TEMP a;
MOV a, 2;
LOOP a;
MOV a, 1;
ENDLOOP;
END
