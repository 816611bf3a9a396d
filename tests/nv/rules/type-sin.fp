!!NVfp4.0
# SIN is of floating point.
TEMP a;
SIN.S a, a.x;
END
