!!NVfp4.0
# All 18 rules on CC1 after a float multiplication, while CC0 holds something else.
FLOAT TEMP d;
INT TEMP r;
MUL.CC1 d, fragment.attrib[0], fragment.attrib[1];
MOV.CC0 d, -fragment.attrib[2];
MOV.S r, 0;
OR.S r (EQ1), r, 1;
OR.S r (GE1), r, 2;
OR.S r (GT1), r, 4;
OR.S r (LE1), r, 8;
OR.S r (LT1), r, 0x10;
OR.S r (NE1), r, 0x20;
OR.S r (FL1), r, 0x40;
OR.S r (TR1), r, 0x80;
OR.S r (NAN1), r, 0x100;
OR.S r (LEG1), r, 0x200;
OR.S r (CF1), r, 0x400;
OR.S r (NCF1), r, 0x800;
OR.S r (OF1), r, 0x1000;
OR.S r (NOF1), r, 0x2000;
OR.S r (SF1), r, 0x4000;
OR.S r (NSF1), r, 0x8000;
OR.S r (AB1), r, 0x10000;
OR.S r (BLE1), r, 0x20000;
OR.S r (LT), r, 0x40000;
MOV.S result.color, r;
END
