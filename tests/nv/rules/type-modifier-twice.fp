!!NVfp4.0
# One data type in a declaration.
INT FLOAT TEMP a;
END
