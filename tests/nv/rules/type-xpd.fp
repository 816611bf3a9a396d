!!NVfp4.0
# XPD is of floating point.
TEMP a;
XPD.S a, a, a;
END
