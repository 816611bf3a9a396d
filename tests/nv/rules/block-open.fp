!!NVfp4.0
# Every block ends.
TEMP a;
IF EQ;
MOV a, 1;
END
