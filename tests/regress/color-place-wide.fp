!!NVfp4.0
# A pixel of this core has four words in a tile buffer.
# RUN: -mcpu=g6110 -fcolor=0:R32G32B32A32_UINT,tile0[1] -o /dev/null
# EXIT: 7
# ERROR: unsupported-usc
OPTION ARB_draw_buffers;
MOV result.color[0], program.local[0];
MOV result.color[1], program.local[1];
END
# MESSAGES:
# FILE: error: colour target 0 of 4 words cannot be at word 1 of that tile buffer on g6110 [unsupported-usc]
