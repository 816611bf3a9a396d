!!NVfp4.0
# A relative offset is not negative.
TEMP a[4], b;
INT TEMP i;
MOV b, a[i.x - 1];
END
