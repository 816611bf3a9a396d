!!ARBfp1.0
# The operand of SWZ takes no swizzle.
TEMP a;
SWZ a, a.wzyx, x, y, z, w;
END
