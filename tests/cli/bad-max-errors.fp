!!NVfp4.0
# -fmax-errors=1 stops after the first.
# RUN: -fsyntax-only -fmax-errors=1
# EXIT: 1
# ERROR: undeclared@138
TEMP t;
ADD t, t, u;
ADD t, t, v;
ADD t, t, w;
END
