!!NVfp4.0
# An array is used one element at a time.
TEMP a, b[4];
MOV a, b;
END
