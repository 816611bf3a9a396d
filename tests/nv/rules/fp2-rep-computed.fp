!!ARBfp1.0
# The count of REP is a program parameter.
OPTION NV_fragment_program2;
PARAM c = { 2, 0, 1, 0 };
TEMP a;
MOV a, 2;
REP a;
MOV a, 1;
ENDREP;
END
