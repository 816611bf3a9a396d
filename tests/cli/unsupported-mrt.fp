!!NVfp4.0
# Three targets of 32-bit floats need more pixel output registers than the machine has without tile buffers.
# RUN: -S
# EXIT: 7
# ERROR: unsupported-usc
OPTION ARB_draw_buffers;
MOV result.color[0], 1.0;
MOV result.color[1], 2.0;
MOV result.color[2], 3.0;
END
