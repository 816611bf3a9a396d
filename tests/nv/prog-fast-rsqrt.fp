!!NVfp4.0
# The inverse square root of the magic constant: float bits as an integer.
TEMP v, h, y, t;
MIN v, |fragment.attrib[0]|, 1.0e18;
MAX v, v, 1.0e-18;
MUL h, v, 0.5;
SHR.S y, v, 1;
SUB.S y, 0x5F3759DF, y;
MUL t, y, y;
MAD t, -h, t, 1.5;
MUL y, y, t;
MUL t, y, y;
MAD t, -h, t, 1.5;
MUL result.color, y, t;
END
