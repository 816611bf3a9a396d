!!NVfp4.0
# Fog takes one attribute of the limit.
OPTION ARB_fog_exp;
TEMP a;
MOV a, fragment.color;
MOV a, fragment.texcoord[0];
END
