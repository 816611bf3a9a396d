!!NVfp4.0
# An invalid value of the key names the option.
# RUN: -fsamples=3
# EXIT: 2
# MESSAGES:
# FILE: error: invalid value of -fsamples [bad-option]
MOV result.color, 1.0;
END
