!!NVfp4.0
# An INT variable in a float instruction.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: type-mismatch@152
INT TEMP i;
TEMP t;
MOV.S i, 1;
ADD t, t, i;
MOV result.color, t;
END
