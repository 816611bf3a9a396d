!!ARBfp1.0
# UP2US does not read a SHORT variable.
OPTION NV_fragment_program;
SHORT TEMP s;
TEMP a;
UP2US a, s.x;
END
