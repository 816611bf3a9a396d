!!NVfp4.0
# Three errors in one run, the third at this place.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: undeclared@163
TEMP t;
MVO t, 1.0;
ADD t.yx, t, t;
ADD t, t, u;
MOV result.color, t;
END
