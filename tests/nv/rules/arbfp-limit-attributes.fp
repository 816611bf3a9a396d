!!ARBfp1.0
# Attributes up to the limit.
TEMP a;
MOV a, fragment.color;
MOV a, fragment.texcoord[0];
END
