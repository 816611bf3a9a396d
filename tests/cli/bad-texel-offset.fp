!!NVfp4.0
# A texel offset above 7.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: offset-range@131
TEMP t;
TEX t, t, texture[0], 2D, (0, 8);
MOV result.color, t;
END
