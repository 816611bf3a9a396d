!!NVfp4.0
# -limit-max-program-loop-depth, with two dashes.
# RUN: --fsyntax-only --limit-max-program-loop-depth=2
# EXIT: 1
# ERROR: loop-depth@171
TEMP t;
REP 2;
REP 2;
REP 2;
ADD t, t, 1.0;
ENDREP;
ENDREP;
ENDREP;
MOV result.color, t;
END
