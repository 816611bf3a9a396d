!!NVfp4.0
# DPH is of floating point.
TEMP a;
DPH.S a, a, a;
END
