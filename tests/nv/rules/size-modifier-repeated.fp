!!NVfp4.0
# The same storage size twice is two storage sizes.
LONG LONG TEMP a;
END
