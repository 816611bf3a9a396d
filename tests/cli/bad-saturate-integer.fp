!!NVfp4.0
# Saturation of an integer result.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: saturate-integer@120
TEMP t;
ADD.S.SAT t, t, t;
MOV.S result.color, t;
END
