!!NVfp4.0
# DP3 is of floating point.
TEMP a;
DP3.S a, a, a;
END
