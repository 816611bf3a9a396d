!!NVfp4.0
# RUN: -fsamples=3
# EXIT: 2
# Usage: a number of samples that is no power of two.
MOV result.color, fragment.color;
END
