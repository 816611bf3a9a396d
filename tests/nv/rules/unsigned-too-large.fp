!!NVfp4.0
# An unsigned constant fits 32 bits.
UINT TEMP a;
MOV.U a, 4294967296;
END
