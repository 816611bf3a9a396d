!!NVfp4.0
# A variable that was never declared.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: undeclared@118
TEMP t;
ADD t, s, 1.0;
MOV result.color, t;
END
