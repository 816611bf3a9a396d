!!NVfp4.0
# program.buffer is no operand.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: buffer-in-instruction@123
TEMP t;
MOV t, program.buffer[3][6];
MOV result.color, t;
END
