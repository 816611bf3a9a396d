!!NVfp4.0
# RUN: -fvarying-map=tex9:0
# EXIT: 2
# Usage: no such varying.
MOV result.color, fragment.color;
END
