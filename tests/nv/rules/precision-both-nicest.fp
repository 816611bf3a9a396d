!!NVfp4.0
# One precision hint, in any order.
OPTION ARB_precision_hint_nicest;
OPTION ARB_precision_hint_fastest;
END
