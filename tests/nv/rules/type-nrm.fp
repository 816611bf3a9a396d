!!NVfp4.0
# NRM is of floating point.
TEMP a;
NRM.S a, a;
END
