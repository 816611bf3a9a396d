!!ARBfp1.0
# A loop that begins before ELSE ends before ELSE.
OPTION NV_fragment_program2;
PARAM c = { 2, 0, 1, 0 };
TEMP a;
IF EQ.x;
LOOP c;
MOV a, 1;
ELSE;
ENDLOOP;
ENDIF;
END
