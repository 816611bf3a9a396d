# A colour in front of the feedback to the ISP is not discarded with the pixel.
# RUN: --as -o /dev/null
# EXIT: 1
# ERROR: illegal-group
0 : mbyp ft0, r0 ; mov o0, ft0
1 : if (p0) atst _, c0, c0, c7
2 : wdf drc0
3 : nop.end
# MESSAGES:
# FILE:6:5: error: group 1: a pixel output before the feedback to the ISP, which discards later ones only [illegal-group]
#     6 | 1 : if (p0) atst _, c0, c0, c7
#       |     ^
