!!NVfp4.0
# Only floating-point results are clamped.
TEMP a;
MOV.S.SAT a, 1;
END
