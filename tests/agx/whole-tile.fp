!!NVfp4.0
# RUN: -target=agx -mmonolithic -fsamples=4 -o /dev/null
# EXIT: 7
# ERROR: unsupported-target
OPTION ARB_draw_buffers;
MOV result.color[0], fragment.color;
MOV result.color[1], fragment.color;
END
# MESSAGES:
# FILE: error: render targets of 32 bytes per sample: the tile of AGX holds at most 24 [unsupported-target]
