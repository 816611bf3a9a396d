!!NVfp4.0
# CONT in loops only.
TEMP a;
IF EQ;
CONT;
ENDIF;
END
