!!NVfp4.0
# No texel offset on a cube map.
TEMP a;
TEX a, a, texture[0], CUBE, (1, 0, 0);
END
