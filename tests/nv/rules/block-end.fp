!!NVfp4.0
# A block ends with its own instruction.
TEMP a;
REP 2;
MOV a, 1;
ENDIF;
ENDREP;
END
