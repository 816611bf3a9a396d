!!NVfp4.0
# FRC is of floating point.
TEMP a;
FRC.S a, a;
END
