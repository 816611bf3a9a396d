!!NVfp4.0
# RUN: -target=agx -check-code -w -verify-sim=2 -o /dev/null
# A request is in flight where invocations leave a loop: the machine goes on in the code after the break, and jumps back with the
# others. What may be in flight there was taken from the dominators of a block, not from the ways of the machine.
PARAM p[16] = { program.local[0..15] };
TEMP t6;
TEMP q[4];
REP 5;
MOV t6, p[q[3].z+3];
BRK (LE.x);
REP 2;
IF LE;
REP 5;
MOV q[q[3].y+2], t6;
ADD.S.CC q[q[3].y+2], q[3], 1;
ENDREP;
ENDIF;
ENDREP;
ENDREP;
END
