!!ARBfp1.0
# PK2US does not write a SHORT variable.
OPTION NV_fragment_program;
SHORT TEMP s;
TEMP a;
PK2US s, a;
END
