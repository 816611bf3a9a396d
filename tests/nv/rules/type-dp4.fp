!!NVfp4.0
# DP4 is of floating point.
TEMP a;
DP4.S a, a, a;
END
