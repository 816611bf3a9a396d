!!NVfp4.0
# Options that only hint: precision and shadow.
OPTION ARB_precision_hint_fastest;
OPTION ARB_fragment_program_shadow;
TEMP t;
TEX t, fragment.texcoord[0], texture[0], SHADOW2D;
MUL result.color, t, fragment.color;
END
