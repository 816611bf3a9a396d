!!NVfp4.0
# A float where an integer is needed.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: float-as-integer@129
TEMP t;
ADD.S t, t, 1.5;
MOV.S result.color, t;
END
