!!NVfp4.0
# A limit that does not exist is a usage error.
# RUN: -limit-max-nonsense=4
# EXIT: 2
# ERROR: bad-option
MOV result.color, 1.0;
END
