!!NVfp4.0
# RUN: -fvarying-map=tex9:0
# RUN: -fvarying-map=tex0.:0
# RUN: -fvarying-map=tex0.xy:0,tex0.zw:2
# RUN: -fvarying-map=clip0.x:4+
# RUN: -fvarying-map=clip0.x:4+0
# RUN: -fvarying-map=clip0.x:4+4
# RUN: -fvarying-map=clip0.y:4+5
# RUN: -fvarying-map=clip0.x:4+6,tex0:5
# EXIT: 2
# Usage: no such varying; no component of one; one that has a place already; no second word; the second word is the position's, the first word, of a
# varying without x, or of another varying.
MOV result.color, fragment.color;
END
