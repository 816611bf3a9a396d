!!ARBfp1.0
# Squared exponential fog takes four ALU instructions of the limit.
OPTION ARB_fog_exp2;
TEMP a;
MOV a, 1;
MOV a, 2;
MOV a, 3;
END
