!!NVfp4.0
# An option of vertex programs in a fragment program.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: unknown-option@130
OPTION ARB_position_invariant;
MOV result.color, 1.0;
END
