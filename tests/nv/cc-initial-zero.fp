!!NVfp4.0
# Defined behaviour: condition codes start with all flags clear (and temporaries with 0): EQ fails, NE, GT, GE and NCF hold.
TEMP never;
INT TEMP r;
MOV.S r, 0;
ADD.S r (EQ), r, 1;
ADD.S r (NE), r, 2;
ADD.S r (GT1), r, 4;
ADD.S r (GE), r, 8;
ADD.S r (LT1), r, 16;
ADD.S r (NCF), r, 32;
ADD.S r.x, r.x, never.x;
MOV.S result.color, r;
END
