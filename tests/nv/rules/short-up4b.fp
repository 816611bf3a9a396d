!!NVfp4.0
# UP4B does not read a SHORT variable.
SHORT TEMP s;
TEMP a;
UP4B a, s.x;
END
