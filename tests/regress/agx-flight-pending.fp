!!NVfp4.0
# RUN: -target=agx -check-code -w -verify-sim=2 -o /dev/null
# A request is in flight where invocations leave a loop: the machine goes on in the code after the break, and jumps back with the
# others. What may be in flight there was taken from the dominators of a block, not from the ways of the machine.
PARAM p[16] = { program.local[0..15] };
INT TEMP i0,i1,i2;
TEMP q[16];
MOV.S i2, q[i1.w+12];
DP2.F.CC q[i2.z+6], 1, q[3];
ADD.S i1, 1, p[i2.w+5];
REP 5;
I2F q[i2.y+4], 1;
BRK (GT.x);
REP 2;
REP {4};
MOV q[i2.z+2], p[i1.z+6];
MOV q[9].xyw (LE.w), {1,2,3,7};
ENDREP;
IF NE;
MOV q[i2.w+6], q[i2.z+6];
ENDIF;
ENDREP;
ENDREP;
END
