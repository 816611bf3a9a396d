!!NVfp4.0
# RUN: -target=agx -o /dev/null
# EXIT: 7
# ERROR: unsupported-target
# The format in the state of a texture decides what its texels are; the documents leave one of these two accesses undefined.
TEMP f, s;
FLAT INT ATTRIB i = fragment.attrib[0];
TXF f, i, texture[0], 2D;
TXF.S s, i, texture[0], 2D;
ADD.S result.color, s, f;
END
# MESSAGES:
# FILE:9:1: error: texture 0 is read as float and as integer: AGX supports one type per texture [unsupported-target]
#     9 | TXF.S s, i, texture[0], 2D;
#       | ^~~~~~~~~~~~~~~~~~~~~~~~~~
