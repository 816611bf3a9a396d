!!NVfp4.0
# SHR is of integers.
TEMP a;
SHR.F a, a, a.x;
END
