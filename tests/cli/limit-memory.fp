!!NVfp4.0
# -limit-memory: a compile that may take no memory to speak of fails with status 5.
# RUN: -limit-memory=512
# EXIT: 5
# ERROR: out-of-memory
TEMP t;
MOV result.color, t;
END
