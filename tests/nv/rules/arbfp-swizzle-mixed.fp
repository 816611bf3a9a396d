!!ARBfp1.0
# A swizzle is of xyzw or of rgba.
TEMP a;
MOV a, a.xgba;
END
