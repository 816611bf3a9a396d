!!ARBfp1.0
# PK2H does not write a SHORT variable.
OPTION NV_fragment_program;
SHORT TEMP s;
TEMP a;
PK2H s, a;
END
