!!NVfp4.0
# SHL is of integers.
TEMP a;
SHL.F a, a, a.x;
END
