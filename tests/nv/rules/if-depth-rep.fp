!!NVfp4.0
# ELSE is as deep as its IF, and loops do not count.
IF EQ;
REP 1;
IF EQ;
ELSE;
IF EQ;
ENDIF;
ENDIF;
ENDREP;
ENDIF;
END
