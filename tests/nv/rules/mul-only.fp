!!NVfp4.0
# S24, U24 and HI only with MUL.
TEMP a;
ADD.S.HI a, a, a;
END
