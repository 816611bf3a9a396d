!!ARBfp1.0
# Instructions up to the limit.
TEMP a;
MOV a, 1;
MOV a, 2;
MOV a, 3;
END
