!!NVfp4.0
# OPTION ARB_fog_linear blends the final color with the fog color.
OPTION ARB_fog_linear;
OPTION ARB_precision_hint_nicest;
TEMP t;
MUL t, fragment.color, fragment.attrib[0];
MOV result.color, t;
END
