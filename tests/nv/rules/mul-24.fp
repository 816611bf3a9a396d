!!NVfp4.0
# MUL.S24 and MUL.U24 take no data type.
TEMP a;
MUL.S24.U a, a, a;
END
