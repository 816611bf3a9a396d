!!NVfp4.0
# Condition codes of NV programs: comparisons without compare instructions, and masked writes instead of branches.
# Shows: both condition code registers, tests with swizzles, SSAT, NaN tests, carry out of an unsigned addition.
TEMP a, b, r;
UINT TEMP lo, hi;

MOV a, fragment.attrib[0];
MOV b, fragment.attrib[1];
SUB.CC r, a, b;                           # flags of all four differences
MOV r (GE), a;                            # r = max(a, b), component by component
MOV r (LT), b;
MOV.CC1 a, a;
MOV r.xy (NAN1.xyzw), 0.0;                # replace NaN by 0
MUL.SSAT.CC a, r, 0.25;
IF GT.x;
  ADD r.z, r.z, 1.0;
ELSE;
  ADD r.z (EQ.y), r.z, 2.0;
ENDIF;

MOV.U lo, fragment.attrib[2];             # 64-bit addition of two pairs (xy + zw)
ADD.U.CC lo.x, lo.x, lo.z;
MOV.U hi.x, 0;
MOV.U hi.x (CF.x), 1;
ADD.U hi.x, hi.x, lo.y;
ADD.U hi.x, hi.x, lo.w;
I2F.U a.x, hi.x;
MAD result.color, a.x, 0.0000000002, r;
END
