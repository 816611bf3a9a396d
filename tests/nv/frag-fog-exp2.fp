!!NVfp4.0
# OPTION ARB_fog_exp2.
OPTION ARB_fog_exp2;
TEMP t;
TEX t, fragment.texcoord[0], texture[0], 2D;
MUL result.color, t, fragment.color;
END
