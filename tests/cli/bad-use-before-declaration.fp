!!NVfp4.0
# Declarations come before uses.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: undeclared@102
MOV late, 1.0;
TEMP late;
MOV result.color, late;
END
