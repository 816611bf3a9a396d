!!NVfp4.0
# NOT is of integers.
TEMP a;
NOT.F a, a;
END
