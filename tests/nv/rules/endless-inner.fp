!!NVfp4.0
# The BRK of an inner loop does not end the outer one.
TEMP a;
REP;
REP;
BRK (EQ.x);
ENDREP;
ENDREP;
END
