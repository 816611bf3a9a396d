!!ARBfp1.0
# Texture instructions up to the limit.
TEMP a;
TEX a, fragment.texcoord[0], texture[0], 2D;
TEX a, fragment.texcoord[1], texture[1], 2D;
END
