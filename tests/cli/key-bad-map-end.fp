!!NVfp4.0
# RUN: -fvarying-map=tex0.xy:255
# EXIT: 2
# Usage: the second word has no address.
MOV result.color, fragment.color;
END
