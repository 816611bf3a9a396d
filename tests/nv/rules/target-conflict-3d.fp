!!NVfp4.0
# Two of the targets of the example.
TEMP a;
TEX a, a, texture[0], 1D;
TEX a, a, texture[0], 3D;
END
