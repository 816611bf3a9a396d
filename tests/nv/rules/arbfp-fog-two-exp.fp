!!ARBfp1.0
# One fog option, in any order.
OPTION ARB_fog_exp2;
OPTION ARB_fog_exp;
END
