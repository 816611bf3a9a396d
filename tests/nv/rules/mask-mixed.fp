!!NVfp4.0
# A write mask is of xyzw or of rgba.
TEMP a;
MOV a.xg, a;
END
