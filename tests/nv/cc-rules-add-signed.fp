!!NVfp4.0
# All 18 rules on CC1 after a signed addition, overflow included.
FLAT INT ATTRIB a = fragment.attrib[0];
FLAT INT ATTRIB b = fragment.attrib[1];
INT TEMP d, r;
ADD.S.CC1 d, a, b;
MOV.S r, 0;
ADD.S r (EQ1), r, 1;
ADD.S r (GE1), r, 2;
ADD.S r (GT1), r, 4;
ADD.S r (LE1), r, 8;
ADD.S r (LT1), r, 0x10;
ADD.S r (NE1), r, 0x20;
ADD.S r (FL1), r, 0x40;
ADD.S r (TR1), r, 0x80;
ADD.S r (NAN1), r, 0x100;
ADD.S r (LEG1), r, 0x200;
ADD.S r (CF1), r, 0x400;
ADD.S r (NCF1), r, 0x800;
ADD.S r (OF1), r, 0x1000;
ADD.S r (NOF1), r, 0x2000;
ADD.S r (SF1), r, 0x4000;
ADD.S r (NSF1), r, 0x8000;
ADD.S r (AB1), r, 0x10000;
ADD.S r (BLE1), r, 0x20000;
MOV.S result.color, r;
END
