!!NVfp4.0
# A relative offset is below the size of the array.
TEMP a[4], b;
INT TEMP i;
MOV b, a[i.x + 4];
END
