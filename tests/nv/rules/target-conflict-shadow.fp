!!NVfp4.0
# SHADOW targets are targets of their own.
TEMP a;
TEX a, a, texture[0], 2D;
TEX a, a, texture[0], SHADOW2D;
END
