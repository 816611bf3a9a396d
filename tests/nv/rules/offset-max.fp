!!NVfp4.0
# A texel offset is not above the limit.
TEMP a;
TEX a, a, texture[0], 2D, (8, 0, 0);
END
