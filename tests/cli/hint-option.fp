!!NVfp4.0
# The option that was probably meant.
# RUN: -fsampels=4
# EXIT: 2
# MESSAGES:
# nvp4c: error: unknown option '-fsampels=4'; did you mean '-fsamples'?
MOV result.color, 1.0;
END
