!!NVfp4.0
# DDX is of floating point.
TEMP a;
DDX.U a, a;
END
