!!NVfp4.0
# TXQ takes no data type.
TEMP a;
TXQ.S a, a, texture[0], 2D;
END
