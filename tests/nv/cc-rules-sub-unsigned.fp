!!NVfp4.0
# All 18 rules after an unsigned subtraction: CF is "no borrow", AB is "above".
FLAT UINT ATTRIB a = fragment.attrib[0];
FLAT UINT ATTRIB b = fragment.attrib[1];
UINT TEMP d;
INT TEMP r;
SUB.U.CC d, a, b;
MOV.S r, 0;
ADD.S r (EQ), r, 1;
ADD.S r (GE), r, 2;
ADD.S r (GT), r, 4;
ADD.S r (LE), r, 8;
ADD.S r (LT), r, 0x10;
ADD.S r (NE), r, 0x20;
ADD.S r (FL), r, 0x40;
ADD.S r (TR), r, 0x80;
ADD.S r (NAN), r, 0x100;
ADD.S r (LEG), r, 0x200;
ADD.S r (CF), r, 0x400;
ADD.S r (NCF), r, 0x800;
ADD.S r (OF), r, 0x1000;
ADD.S r (NOF), r, 0x2000;
ADD.S r (SF), r, 0x4000;
ADD.S r (NSF), r, 0x8000;
ADD.S r (AB), r, 0x10000;
ADD.S r (BLE), r, 0x20000;
MOV.S result.color, r;
END
