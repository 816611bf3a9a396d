!!NVfp4.0
# A subroutine that calls itself is legal, but not supported.
# RUN: -S
# EXIT: 7
# ERROR: recursion-unsupported
TEMP t;
main:
MOV.CC t, fragment.color;
CAL down;
MOV result.color, t;
RET;
down:
ADD.CC t.x, t.x, -1.0;
CAL down (GT.x);
RET;
END
