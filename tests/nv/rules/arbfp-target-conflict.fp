!!ARBfp1.0
# One target on a texture image unit.
TEMP a;
TEX a, fragment.texcoord[0], texture[0], 2D;
TEX a, fragment.texcoord[1], texture[0], CUBE;
END
