!!NVfp4.0
# Fog takes one temporary of the limit.
OPTION ARB_fog_exp;
TEMP a, b;
END
