!!NVfp4.0
# BRK outside of a loop.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: outside-loop@126
TEMP t;
MOV.CC t, fragment.color;
BRK (GT.x);
MOV result.color, t;
END
