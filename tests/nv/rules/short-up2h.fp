!!NVfp4.0
# UP2H does not read a SHORT variable.
SHORT TEMP s;
TEMP a;
UP2H a, s.x;
END
