!!NVfp4.0
# OPTION ARB_fog_exp, with the color written in two steps.
OPTION ARB_fog_exp;
MOV result.color, fragment.color;
ADD result.color.xz, fragment.color, fragment.attrib[0];
END
