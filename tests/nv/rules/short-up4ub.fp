!!NVfp4.0
# UP4UB does not read a SHORT variable.
SHORT TEMP s;
TEMP a;
UP4UB a, s.x;
END
