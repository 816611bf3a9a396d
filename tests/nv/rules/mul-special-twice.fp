!!NVfp4.0
# One of S24, U24 and HI.
TEMP a;
MUL.S24.U24 a, a, a;
END
