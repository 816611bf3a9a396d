!!NVfp4.0
# -limit-max-texture-image-units.
# RUN: -fsyntax-only -limit-max-texture-image-units=4
# EXIT: 1
# ERROR: texture-unit-range@166
TEMP t;
TEX t, t, texture[4], 2D;
MOV result.color, t;
END
