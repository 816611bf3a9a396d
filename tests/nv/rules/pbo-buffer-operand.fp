!!NVfp4.0
# No buffer binding in an instruction.
TEMP t;
MOV t, program.buffer[3][6];
MOV result.color, t;
END
