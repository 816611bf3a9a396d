!!NVfp4.0
# One target on a texture image unit.
TEMP a;
TEX a, a, texture[0], 2D;
TEX a, a, texture[0], CUBE;
END
