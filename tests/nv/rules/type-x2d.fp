!!NVfp4.0
# X2D is of floating point.
TEMP a;
X2D.S a, a, a, a;
END
