!!NVfp4.0
# xyzw and rgba in one swizzle.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: mixed-swizzle@130
TEMP t;
MOV t, fragment.color.xyba;
MOV result.color, t;
END
