!!NVfp4.0
# ARB_fog_linear: fog is applied to the clamped colour at the end.
OPTION ARB_fog_linear;
MUL result.color, fragment.color, 1.5;
END
