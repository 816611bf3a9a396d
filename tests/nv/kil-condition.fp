!!NVfp4.0
# KIL with a test of either condition code register.
ATTRIB a = fragment.attrib[0];
ATTRIB b = fragment.attrib[1];
TEMP t;
SUB.CC t, a, b;
KIL EQ.x;
MOV.CC1 t, a;
KIL NAN1;
KIL FL;
KIL LT1.wwww;
ADD result.color, a, b;
END
