!!ARBfp1.0
# Linear fog takes two ALU instructions of the limit.
OPTION ARB_fog_linear;
TEMP a;
MOV a, 1;
MOV a, 2;
MOV a, 3;
END
