!!NVfp4.0
# A constant index past the end.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: index-out-of-bounds@153
TEMP a[4];
MOV a[3], 1.0;
MOV result.color, a[4];
END
