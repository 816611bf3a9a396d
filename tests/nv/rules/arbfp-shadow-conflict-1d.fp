!!ARBfp1.0
# One target on a texture image unit.
OPTION ARB_fragment_program_shadow;
TEMP a;
TEX a, fragment.texcoord[0], texture[0], SHADOW1D;
TEX a, fragment.texcoord[1], texture[0], 1D;
END
