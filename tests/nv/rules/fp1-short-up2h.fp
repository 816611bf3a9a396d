!!ARBfp1.0
# UP2H does not read a SHORT variable.
OPTION NV_fragment_program;
SHORT TEMP s;
TEMP a;
UP2H a, s.x;
END
