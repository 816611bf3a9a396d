!!NVfp4.0
# No TXF from CUBE.
TEMP a;
TXF a, a, texture[0], CUBE;
END
