!!NVfp4.0
# RCC is of floating point.
TEMP a;
RCC.S a, a.x;
END
