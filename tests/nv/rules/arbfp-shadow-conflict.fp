!!ARBfp1.0
# SHADOW targets are targets of their own.
OPTION ARB_fragment_program_shadow;
TEX result.color.rgb, fragment.texcoord[0], texture[0], 2D;
TEX result.color.a, fragment.texcoord[1], texture[0], SHADOW2D;
END
