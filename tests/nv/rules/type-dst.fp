!!NVfp4.0
# DST is of floating point.
TEMP a;
DST.S a, a, a;
END
