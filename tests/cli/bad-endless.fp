!!NVfp4.0
# A loop without count, BRK and RET.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: endless-loop@112
TEMP t;
REP;
ADD t, t, 1.0;
ENDREP;
MOV result.color, t;
END
