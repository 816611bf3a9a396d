!!NVfp4.0
# RUN: -target=agx -max-temps=10 -o /dev/null
# EXIT: 7
# ERROR: unsupported-target
# What one instruction reads at once has to be in registers.
TEMP r;
TXD r, fragment.attrib[0], fragment.attrib[1], fragment.attrib[2], texture[0], 3D;
MOV result.color, r;
END
# MESSAGES:
# FILE:7:1: error: this instruction needs 13 temporaries, there are 10 [unsupported-target]
#     7 | TXD r, fragment.attrib[0], fragment.attrib[1], fragment.attrib[2], texture[0], 3D;
#       | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
