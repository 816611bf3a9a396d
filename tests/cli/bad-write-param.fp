!!NVfp4.0
# Parameters are read-only.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: not-writable@114
PARAM p = 1.0;
MOV p, 2.0;
END
