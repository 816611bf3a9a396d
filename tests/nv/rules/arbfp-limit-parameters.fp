!!ARBfp1.0
# Parameters up to the limit.
TEMP a;
MOV a, program.env[0];
MOV a, program.env[1];
END
