!!NVfp4.0
# RUN: -ftex=0:swizzle=xyz
# RUN: -ftex=0:
# EXIT: 2
# Usage: a swizzle has four letters; a unit without anything for it.
MOV result.color, fragment.color;
END
