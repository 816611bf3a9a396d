!!ARBfp1.0
# ALU instructions up to the limit.
TEMP a;
MOV a, 1;
MOV a, 2;
END
