!!NVfp4.0
# SCS is of floating point.
TEMP a;
SCS.S a, a.x;
END
