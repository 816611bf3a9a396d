!!ARBfp1.0
# A name is declared before it is used.
TEMP a;
MOV a, b;
END
