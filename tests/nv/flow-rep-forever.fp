!!NVfp4.0
# REP without a count, left by BRK: the while loop of issue 14.
ATTRIB a = fragment.attrib[0];
TEMP v, cc;
INT TEMP n;
MAX v, |a|, 0.125;
MOV.S n, 0;
REP;
SLT.CC cc.x, v.x, 7.0;
BRK (EQ.x);
ADD v.x, v.x, 0.5;
ADD.S n.x, n.x, 1;
SEQ.S.CC cc.y, n.x, 20;
BRK (NE.y);
ENDREP;
I2F v.y, n.x;
MOV result.color, v;
END
