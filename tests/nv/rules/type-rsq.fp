!!NVfp4.0
# RSQ is of floating point.
TEMP a;
RSQ.S a, a.x;
END
