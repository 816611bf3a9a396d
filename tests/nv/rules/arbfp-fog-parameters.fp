!!ARBfp1.0
# Fog takes two parameters of the limit.
OPTION ARB_fog_exp;
TEMP a;
MOV a, program.env[0];
MOV a, program.local[0];
END
