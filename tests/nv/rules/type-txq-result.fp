!!NVfp4.0
# The result of TXQ is a signed integer.
UINT TEMP u;
INT TEMP s;
TXQ u, s, texture[0], 2D;
END
