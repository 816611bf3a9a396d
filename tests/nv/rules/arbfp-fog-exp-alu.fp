!!ARBfp1.0
# Exponential fog takes three ALU instructions of the limit.
OPTION ARB_fog_exp;
TEMP a;
MOV a, 1;
MOV a, 2;
MOV a, 3;
END
