!!NVfp4.0
# I2F is of integers.
TEMP a;
I2F.F a, a;
END
