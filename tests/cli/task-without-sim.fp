!!NVfp4.0
# -task belongs to --sim.
# RUN: -task=/dev/null
# EXIT: 2
MOV result.color, 1.0;
END
