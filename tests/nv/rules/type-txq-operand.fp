!!NVfp4.0
# The level of TXQ is a signed integer.
FLOAT TEMP f;
INT TEMP s;
TXQ s, f, texture[0], 2D;
END
