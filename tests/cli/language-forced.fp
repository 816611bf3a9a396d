!!NVfp4.0
# -x says what the language must be.
# RUN: -x ir
# RUN: -x tgsi
# RUN: -x=arb
# EXIT: 1
# ERROR: wrong-language@0
MOV result.color, 1.0;
END
# MESSAGES:
# FILE:1:1: error: expected a program in arb, but this one is in nv [wrong-language]
#     1 | !!NVfp4.0
#       | ^~~~~~~~~
