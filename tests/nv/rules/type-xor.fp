!!NVfp4.0
# XOR is of integers.
TEMP a;
XOR.F a, a, a;
END
