!!NVfp4.0
# Unsigned results are not clamped.
TEMP a;
ADD.U.SSAT a, a, a;
END
