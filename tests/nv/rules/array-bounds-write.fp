!!NVfp4.0
# No write past the end of an array.
TEMP a[4];
MOV a[5], 1;
END
