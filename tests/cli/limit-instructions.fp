!!NVfp4.0
# -limit-max-program-instructions counts every instruction.
# RUN: -fsyntax-only -limit-max-program-instructions=2
# EXIT: 1
# ERROR: too-many-instructions
TEMP t;
MOV t, fragment.color;
ADD t, t, 1.0;
MOV result.color, t;
END
