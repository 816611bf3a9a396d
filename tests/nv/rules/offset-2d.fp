!!NVfp4.0
# No third texel offset on a target of two dimensions.
TEMP a;
TEX a, a, texture[0], 2D, (0, 0, 1);
END
