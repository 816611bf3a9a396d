!!NVfp4.0
# An integer that 32 bits do not hold.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: integer-too-large@131
TEMP t;
ADD.U t, t, 4294967296;
MOV.U result.color, t;
END
