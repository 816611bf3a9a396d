!!NVfp4.0
# A bad value of the key names the option.
# RUN: -fsamples=3
# EXIT: 2
# MESSAGES:
# FILE: error: bad value of -fsamples (key.samples) [bad-option]
MOV result.color, 1.0;
END
