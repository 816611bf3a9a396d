!!NVfp4.0
# MUL.HI is of S or U.
TEMP a;
MUL.HI a, a, a;
END
