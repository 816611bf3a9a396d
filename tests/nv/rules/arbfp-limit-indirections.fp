!!ARBfp1.0
# Texture indirections up to the limit.
TEMP a;
TEX a, fragment.texcoord[0], texture[0], 2D;
TEX a, a, texture[1], 2D;
END
