!!ARBfp1.0
# No variable is called like an instruction.
OPTION NV_fragment_program;
TEMP RFL;
END
