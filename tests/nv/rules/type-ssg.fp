!!NVfp4.0
# SSG is of floating point.
TEMP a;
SSG.S a, a;
END
