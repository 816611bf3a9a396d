!!NVfp4.0
# TXF from a cube map.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: txf-cube@116
TEMP t;
TXF t, t, texture[0], CUBE;
MOV result.color, t;
END
