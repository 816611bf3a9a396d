!!NVfp4.0
# UP2US does not read a SHORT variable.
SHORT TEMP s;
TEMP a;
UP2US a, s.x;
END
