!!ARBfp1.0
# A driver has a place for one kind of program.
# RUN: -stage=vertex -S
# RUN: -stage=geometry -fsyntax-only
# EXIT: 1
# ERROR: wrong-stage
MOV result.color, fragment.color;
END
