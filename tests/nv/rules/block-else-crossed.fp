!!NVfp4.0
# A loop that begins before ELSE ends before ELSE.
TEMP a;
IF EQ;
REP 2;
MOV a, 1;
ELSE;
ENDREP;
ENDIF;
END
