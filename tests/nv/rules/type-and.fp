!!NVfp4.0
# AND is of integers.
TEMP a;
AND.F a, a, a;
END
