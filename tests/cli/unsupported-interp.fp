!!NVfp4.0
# CENTROID together with NOPERSPECTIVE is legal, but not supported.
# RUN: -S
# EXIT: 7
# ERROR: unsupported-interp
CENTROID NOPERSPECTIVE ATTRIB a = fragment.attrib[0];
MOV result.color, a;
END
