!!ARBfp1.0
# Writes to a result agree on its size.
OPTION NV_fragment_program;
SHORT OUTPUT a = result.color;
LONG OUTPUT b = result.color;
MOV a, 1;
MOV b, 1;
END
