!!NVfp4.0
# No read past the end of an array.
TEMP a[4], b;
MOV b, a[4];
END
