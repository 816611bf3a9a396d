!!NVfp4.0
# LG2 is of floating point.
TEMP a;
LG2.S a, a.x;
END
