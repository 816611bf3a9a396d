!!ARBfp1.0
# PK4UB does not write a SHORT variable.
OPTION NV_fragment_program;
SHORT TEMP s;
TEMP a;
PK4UB s, a;
END
