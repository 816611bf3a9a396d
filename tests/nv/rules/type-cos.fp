!!NVfp4.0
# COS is of floating point.
TEMP a;
COS.S a, a.x;
END
