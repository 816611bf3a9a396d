!!NVfp4.0
# A loop without count has BRK or RET.
TEMP a;
REP;
MOV a, 1;
ENDREP;
END
