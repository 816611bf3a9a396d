!!NVfp4.0
# One name, two declarations.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: redeclared@112
TEMP a, b;
PARAM a = 1.0;
MOV result.color, b;
END
