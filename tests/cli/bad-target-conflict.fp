!!NVfp4.0
# Two targets on one unit.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: target-conflict@153
TEMP t;
TEX t, t, texture[2], 2D;
TEX t, t, texture[2], CUBE;
MOV result.color, t;
END
