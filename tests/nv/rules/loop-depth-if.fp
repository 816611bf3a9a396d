!!NVfp4.0
# IF blocks between loops do not count.
REP 1;
IF EQ;
REP 1;
IF EQ;
REP 1;
ENDREP;
ENDIF;
ENDREP;
ENDIF;
ENDREP;
END
