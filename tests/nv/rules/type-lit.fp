!!NVfp4.0
# LIT is of floating point.
TEMP a;
LIT.S a, a;
END
