!!NVfp4.0
# RUN: -target=agx -O0 -verify-sim=16 -o /dev/null
# RUN: -target=agx -O1 -verify-sim=16 -o /dev/null
# RUN: -target=agx -O2 -verify-sim=16 -o /dev/null
# RUN: -target=agx -O3 -verify-sim=16 -o /dev/null
# RUN: -O2 -verify-sim=16 -o /dev/null
# A difference of the operands of a product whose high word is wanted is no word of that product.
FLAT INT ATTRIB a = fragment.attrib[1];
FLAT INT ATTRIB b = fragment.attrib[2];
INT TEMP high, difference, low;
MUL.S.HI high, a, b;
SUB.S difference, a, b;
MUL.S low, b, a;
XOR.S difference.zw, difference, low;
XOR.S result.color, difference, high;
END
