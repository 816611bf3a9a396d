!!NVfp4.0
# EX2 is of floating point.
TEMP a;
EX2.S a, a.x;
END
