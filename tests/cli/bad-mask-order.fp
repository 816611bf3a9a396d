!!NVfp4.0
# Components of a write mask out of order.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: bad-write-mask@126
TEMP t;
MOV t.yx, 1.0;
MOV result.color, t;
END
