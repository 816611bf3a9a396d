!!NVfp4.0
# RUN: -ftex=32:compare=less
# EXIT: 2
# Usage: there are 32 units.
MOV result.color, fragment.color;
END
