!!NVfp4.0
# Lists of passes name their option.
# RUN: -print-after=dce,simplify-cgf
# EXIT: 2
# MESSAGES:
# FILE: error: -print-after: unknown pass 'simplify-cgf'; did you mean 'simplify-cfg'? [bad-option]
MOV result.color, 1.0;
END
