!!NVfp4.0
# OR is of integers.
TEMP a;
OR.F a, a, a;
END
