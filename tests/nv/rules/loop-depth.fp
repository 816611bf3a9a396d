!!NVfp4.0
# Loops nest as deep as the limit.
REP 1;
REP 1;
REP 1;
ENDREP;
ENDREP;
ENDREP;
END
