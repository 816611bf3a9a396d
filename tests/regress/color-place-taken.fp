!!NVfp4.0
# One target would overlap the other at o1.
# RUN: -fcolor=0:R16G16_UNORM,o1 -fcolor=1:R32G32_UINT,o0 -o /dev/null
# EXIT: 7
# ERROR: unsupported-usc
OPTION ARB_draw_buffers;
MOV result.color[0], program.local[0];
MOV result.color[1], program.local[1];
END
# MESSAGES:
# FILE: error: colour target 1 of 2 words cannot be at word 0 of the output registers on gx6250 [unsupported-usc]
