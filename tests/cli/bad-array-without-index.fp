!!NVfp4.0
# An array needs an index.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: array-index-missing@130
TEMP a[4];
MOV result.color, a;
END
