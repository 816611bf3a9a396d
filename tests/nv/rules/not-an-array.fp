!!NVfp4.0
# Only an array has elements.
TEMP a, b;
MOV a, b[0];
END
