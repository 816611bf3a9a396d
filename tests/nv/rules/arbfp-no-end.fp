!!ARBfp1.0
# An error that shows when the text is read is at its end.
TEMP a;
MOV a, 1;