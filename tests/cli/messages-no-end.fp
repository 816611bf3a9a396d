!!NVfp4.0
# Nothing is missing but END.
# RUN: -fsyntax-only
# EXIT: 1
MOV result.color, 1;
# MESSAGES:
# FILE:8:1: error: the program ends without END (NV_gpu_program4 2.X.2) [syntax-error]
