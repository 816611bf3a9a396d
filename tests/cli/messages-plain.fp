!!NVfp4.0
# Without the source lines.
# RUN: -fsyntax-only -fno-diagnostics-show-caret
# EXIT: 1
TEMP t;
TEMP t;
MOV result.color, t;
END
# MESSAGES:
# FILE:6:6: error: redeclaration of "t" (NV_gpu_program4 2.X.3) [redeclared]
# FILE:5:6: note: "t" is declared here
