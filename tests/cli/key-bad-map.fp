!!NVfp4.0
# RUN: -fvarying-map=tex9:0
# RUN: -fvarying-map=tex0.:0
# RUN: -fvarying-map=tex0.xy:0,tex0.zw:2
# EXIT: 2
# Usage: no such varying; no component of one; one that has a place already.
MOV result.color, fragment.color;
END
