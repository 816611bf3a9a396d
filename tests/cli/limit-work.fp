!!NVfp4.0
# -limit-work: a compile that may take few steps fails with status 5 and says which limit it met.
# RUN: -limit-work=100
# EXIT: 5
# ERROR: work-limit
MOV result.color, fragment.color;
END
