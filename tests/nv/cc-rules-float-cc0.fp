!!NVfp4.0
# All 18 rules of Table X.16 on CC0, with and without the 0, after a float subtraction: a bit of the result per rule.
FLOAT TEMP d;
INT TEMP r;
SUB.CC d, fragment.attrib[0], fragment.attrib[1];
MOV.S r, 0;
ADD.S r (EQ), r, 1;
ADD.S r (GE), r, 2;
ADD.S r (GT0), r, 4;
ADD.S r (LE), r, 8;
ADD.S r (LT0), r, 0x10;
ADD.S r (NE), r, 0x20;
ADD.S r (FL), r, 0x40;
ADD.S r (TR0), r, 0x80;
ADD.S r (NAN), r, 0x100;
ADD.S r (LEG0), r, 0x200;
ADD.S r (CF), r, 0x400;
ADD.S r (NCF), r, 0x800;
ADD.S r (OF0), r, 0x1000;
ADD.S r (NOF), r, 0x2000;
ADD.S r (SF), r, 0x4000;
ADD.S r (NSF0), r, 0x8000;
ADD.S r (AB), r, 0x10000;
ADD.S r (BLE0), r, 0x20000;
MOV.S result.color, r;
END
