!!NVfp4.0
# Two data type modifiers.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: duplicate-modifier@114
TEMP t;
ADD.F.S t, t, t;
MOV result.color, t;
END
