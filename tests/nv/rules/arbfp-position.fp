!!ARBfp1.0
# The error is where the first wrong token is.
TEMP a;
MOV a, b;
MOV result.color, a;
END
