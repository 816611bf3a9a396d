!!NVfp4.0
# One storage size in a declaration.
SHORT LONG TEMP a;
END
