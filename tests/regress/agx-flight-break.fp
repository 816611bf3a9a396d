!!NVfp4.0
# RUN: -target=agx -check-code -w -verify-sim=2 -o /dev/null
# A request is in flight where invocations leave a loop: the machine goes on in the code after the break, and jumps back with the
# others. What may be in flight there was taken from the dominators of a block, not from the ways of the machine.
PARAM p[16] = { program.local[0..15] };
TEMP t8, t9, t12, t13, t14, t15;
INT TEMP i0,i1;
MOV.S i1, fragment.attrib[0];
REP 2;
TEX t12, 1, texture[2], CUBE;
SGT.S.CC t14.yw, t12, t8;
BRK (NE.x);
REP 3;
REP {4};
DP2 t15, t13, {0,0.25,-1,100000};
CAL s1 (NE.y);
ENDREP;
ENDREP;
ENDREP;
MOV result.color, t9;
s1:
MOV t9, 1;
COS t8, p[i1.x+0].w;
IF NE.w;
I2F t8, t15;
MOV t13, 1;
ENDIF;
END
