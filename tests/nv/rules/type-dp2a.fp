!!NVfp4.0
# DP2A is of floating point.
TEMP a;
DP2A.S a, a, a, a;
END
