!!ARBfp1.0
# Results are not read.
OUTPUT o = result.color;
TEMP a;
MOV a, o;
END
