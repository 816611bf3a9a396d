!!NVfp4.0
# -limit-scratch: an array in scratch memory that is larger than the limit.
# RUN: -limit-scratch=1024
# EXIT: 5
# ERROR: scratch-limit
TEMP m[200];
INT TEMP i;
TRUNC.S i, fragment.color;
MOV m[i.x], fragment.color;
MOV result.color, m[i.y];
END
