!!NVfp4.0
# POW is of floating point.
TEMP a;
POW.S a, a.x, a.y;
END
