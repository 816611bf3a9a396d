!!ARBfp1.0
# Loops nest as deep as the limit.
OPTION NV_fragment_program2;
PARAM c = { 2, 0, 1, 0 };
TEMP a;
LOOP c;
REP c;
LOOP c;
ENDLOOP;
ENDREP;
ENDLOOP;
END
