!!NVfp4.0
# RUN: -ftex=0:swizzle=xyz
# EXIT: 2
# Usage: a swizzle has four letters.
MOV result.color, fragment.color;
END
