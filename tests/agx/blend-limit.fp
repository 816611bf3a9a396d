!!NVfp4.0
# RUN: -target=agx -fsamples=4 -fcolor=0:R32G32B32A32_FLOAT,keep=x -fcolor=1:R32G32B32A32_UINT -o /dev/null
# EXIT: 7
# A program without its epilog must know the place of the target that it reads, and target 1 has one, too.
MOV result.color, fragment.texcoord[0];
END
# MESSAGES:
# FILE: error: render targets of 32 bytes per sample: the tile of AGX holds at most 24 [unsupported-target]
