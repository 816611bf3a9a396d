!!ARBfp1.0
# Options come first.
TEMP a;
OPTION ARB_fog_exp;
END
