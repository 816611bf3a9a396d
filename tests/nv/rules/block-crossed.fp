!!NVfp4.0
# A block ends inside of the block around it.
TEMP a;
IF EQ;
REP 2;
MOV a, 1;
ENDIF;
ENDREP;
ENDIF;
END
