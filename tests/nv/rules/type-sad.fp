!!NVfp4.0
# SAD is of integers.
TEMP a;
SAD.F a, a, a, a;
END
