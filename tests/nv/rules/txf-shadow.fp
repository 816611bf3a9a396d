!!NVfp4.0
# No TXF from a SHADOW target.
TEMP a;
TXF a, a, texture[0], SHADOW2D;
END
