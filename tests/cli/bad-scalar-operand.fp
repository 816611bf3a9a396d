!!NVfp4.0
# RCP takes one component; none is taken from a write mask of four.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: scalar-component@154
TEMP t;
RCP t, fragment.color;
MOV result.color, t;
END
