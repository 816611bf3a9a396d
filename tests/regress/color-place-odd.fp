!!NVfp4.0
# On this core a target of two words begins at an even one.
# RUN: -mcpu=axe-1-16m -fcolor=0:R32G32_UINT,o1 -o /dev/null
# EXIT: 7
# ERROR: unsupported-usc
OPTION ARB_draw_buffers;
MOV result.color[0], program.local[0];
MOV result.color[1], program.local[1];
END
# MESSAGES:
# FILE: error: colour target 0 of 2 words cannot be at word 1 of the output registers on axe-1-16m [unsupported-usc]
