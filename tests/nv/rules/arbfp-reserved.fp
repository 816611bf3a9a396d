!!ARBfp1.0
# No variable is called like an instruction.
TEMP MOV;
END
