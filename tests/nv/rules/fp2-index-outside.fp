!!ARBfp1.0
# A0 in a LOOP only.
OPTION NV_fragment_program2;
TEMP a;
MOV a, fragment.texcoord[A0.x];
END
