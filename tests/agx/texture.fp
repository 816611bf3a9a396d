!!NVfp4.0
# RUN: -target=agx
# EXIT: 7
# ERROR: unsupported-target@132
# What the second target does not have is a located refusal.
TEX result.color, fragment.texcoord[0], texture[0], 2D;
END
