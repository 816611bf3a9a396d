!!NVfp4.0
# DP2 is of floating point.
TEMP a;
DP2.S a, a, a;
END
