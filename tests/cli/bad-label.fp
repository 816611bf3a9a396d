!!NVfp4.0
# A call to a label that does not exist.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: undefined-label@138
MOV result.color, 1.0;
CAL nowhere;
END
