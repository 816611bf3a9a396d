!!NVfp4.0
# A condition code set in a loop is tested at its head in the next turn and behind it.
FLAT INT ATTRIB a = fragment.attrib[0];
INT TEMP n, x;
MOV.S x, a;
MOV.S.CC n, 0;
REP.S 6;
ADD.S n (LT), n, 1;
ADD.S n (EQ.x), n, 16;
SHL.S.CC x, x, 1;
ENDREP;
ADD.S n (LT), n, 0x1000;
MOV.S result.color, n;
END
