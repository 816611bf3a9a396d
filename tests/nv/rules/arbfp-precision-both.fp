!!ARBfp1.0
# One precision hint.
OPTION ARB_precision_hint_fastest;
OPTION ARB_precision_hint_nicest;
END
