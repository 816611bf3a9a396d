!!ARBfp1.0
# UP4B does not read a SHORT variable.
OPTION NV_fragment_program;
SHORT TEMP s;
TEMP a;
UP4B a, s.x;
END
