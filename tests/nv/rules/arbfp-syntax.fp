!!ARBfp1.0
# Text that does not match the grammar.
TEMP a;
MOV a 1;
END
