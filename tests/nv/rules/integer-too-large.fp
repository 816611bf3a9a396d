!!NVfp4.0
# A signed constant fits 32 bits.
INT TEMP a;
MOV.S a, 2147483648;
END
