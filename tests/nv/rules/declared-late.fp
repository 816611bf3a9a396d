!!NVfp4.0
# A declaration stands in front of the use.
TEMP a;
MOV a, b;
TEMP c;
END
