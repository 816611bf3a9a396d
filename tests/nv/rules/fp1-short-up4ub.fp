!!ARBfp1.0
# UP4UB does not read a SHORT variable.
OPTION NV_fragment_program;
SHORT TEMP s;
TEMP a;
UP4UB a, s.x;
END
