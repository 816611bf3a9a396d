!!NVfp4.0
# LRP is of floating point.
TEMP a;
LRP.S a, a, a, a;
END
