!!ARBfp1.0
# A0 has x only.
OPTION NV_fragment_program2;
PARAM c = { 2, 0, 1, 0 };
TEMP a;
LOOP c;
MOV a, fragment.texcoord[A0.y];
ENDLOOP;
END
