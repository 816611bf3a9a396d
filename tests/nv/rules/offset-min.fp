!!NVfp4.0
# A texel offset is not below the limit.
TEMP a;
TEX a, a, texture[0], 2D, (0, -9, 0);
END
