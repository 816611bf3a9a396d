!!NVfp4.0
# RFL is of floating point.
TEMP a;
RFL.S a, a, a;
END
