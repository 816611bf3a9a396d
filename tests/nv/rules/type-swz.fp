!!NVfp4.0
# SWZ is of floating point.
TEMP a;
SWZ.S a, a, x, y, z, 0;
END
