!!NVfp4.0
# DDY is of floating point.
TEMP a;
DDY.U a, a;
END
