!!NVfp4.0
# Two components where one is needed.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: scalar-component@128
TEMP t;
LG2 t.x, t.xyzw;
MOV result.color, t;
END
