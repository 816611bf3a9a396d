!!NVfp4.0
# One pass, where one is meant.
# RUN: -stop-after=dce,ssa
# EXIT: 2
# MESSAGES:
# FILE: error: -stop-after takes one pass, not 'dce,ssa' [bad-option]
MOV result.color, 1.0;
END
