!!ARBfp1.0
# No array of parameters in an instruction.
MOV result.color, program.env[0..1];
END
