!!ARBfp1.0
# A temporary has a declaration.
OPTION NV_fragment_program;
MOVH R0, 1;
END
