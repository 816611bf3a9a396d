!!NVfp4.0
# One fog option.
OPTION ARB_fog_exp;
OPTION ARB_fog_linear;
END
