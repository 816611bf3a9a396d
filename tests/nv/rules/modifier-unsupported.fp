!!NVfp4.0
# A modifier that Table X.13 does not have.
TEMP a;
DP3.S a, a, a;
END
