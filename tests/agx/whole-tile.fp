!!NVfp4.0
# RUN: -target=agx -mmonolithic -fsamples=4 -o /dev/null
# EXIT: 7
# ERROR: unsupported-target
OPTION ARB_draw_buffers;
MOV result.color[0], fragment.color;
MOV result.color[1], fragment.color;
END
# MESSAGES:
# FILE: error: render targets of 32 bytes a sample: AGX has 24 in the tile, and others in memory, which is not in this version [unsupported-target]
