!!NVfp4.0
# RCP is of floating point.
TEMP a;
RCP.S a, a.x;
END
