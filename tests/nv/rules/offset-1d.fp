!!NVfp4.0
# No second texel offset on a target of one dimension.
TEMP a;
TEX a, a, texture[0], ARRAY1D, (0, 1, 0);
END
