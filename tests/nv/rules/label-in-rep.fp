!!NVfp4.0
# No subroutine begins inside a loop.
TEMP a;
REP 2;
f: MOV a, 1;
ENDREP;
END
