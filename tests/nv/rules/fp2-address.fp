!!ARBfp1.0
# No ADDRESS in a fragment program.
OPTION NV_fragment_program2;
ADDRESS A1;
END
