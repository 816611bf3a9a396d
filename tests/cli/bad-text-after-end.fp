!!NVfp4.0
# Only comments may follow END.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: text-after-end@142
MOV result.color, 1.0;
END
# this is one
MOV

# MESSAGES:
# FILE:9:1: error: unexpected text after END (NV_gpu_program4 2.X.2) [text-after-end]
#     9 | MOV
#       | ^~~
