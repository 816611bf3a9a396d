!!ARBfp1.0
# PK4B does not write a SHORT variable.
OPTION NV_fragment_program;
SHORT TEMP s;
TEMP a;
PK4B s, a;
END
