!!NVfp4.0
# END and the semicolon in front of it are missing.
# RUN: -fsyntax-only
# EXIT: 1
MOV result.color, 1
# MESSAGES:
# FILE:11:1: error: expected ";" but the program ends without END (NV_gpu_program4 2.X.2) [syntax-error]
# FILE:5:20: note: a ";" may be missing here
#     5 | MOV result.color, 1
#       |                    ^
