!!NVfp4.0
# TXF does not compare.
TEMP a;
TXF a, a, texture[0], SHADOW1D;
END
