!!NVfp4.0
# The operand of SWZ takes no sign.
TEMP a;
SWZ a, -a, x, y, z, w;
END
