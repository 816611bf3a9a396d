!!NVfp4.0
# RUN: -target=agx -check-code -w -verify-sim=2 -o /dev/null
# A request is in flight where invocations leave a loop: the machine goes on in the code after the break, and jumps back with the
# others. What may be in flight there was taken from the dominators of a block, not from the ways of the machine.
PARAM p[16] = { program.local[0..15] };
TEMP t0, t7;
INT TEMP i0;
TEMP q[16];
REP {4};
MOV q[i0.w+11], 1;
BRK (GT.x);
REP 3;
SLT.CC t7, q[i0.y+9], 1;
REP 5;
SLT t0, p[t0.z+7], 1;
ENDREP;
MOV q[t0.w+1], {0,1,31,65535};
ENDREP;
ENDREP;
END
