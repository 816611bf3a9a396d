!!NVfp4.0
# RUN: --epilog=1 -frt=rgba8
# EXIT: 2
# An epilog is compiled from the key alone.
MOV result.color, 1;
END
# MESSAGES:
# FILE: error: an epilog has no source: key.epilog and key.epilog_shared are for nvp4c_compile_epilog() [bad-option]
