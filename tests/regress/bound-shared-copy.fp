!!NVfp4.0
# RUN: -w -O0 -verify-sim=1 -o /dev/null
# Three components of r4 are moved in one block for all ways that lead to the end; the fourth keeps the register. The lower bound may not
# count a copy of it where the others need none.
TEMP r0, r3, r4;
INT TEMP t0;
ATTRIB ina[] = { fragment.attrib[3..4] };
MOV r4, r0;
PK4UB r4, {9.375, 1e-20, -255.0};
MOV r0, ina[t0.w + 0];
CAL s2;
SUB.CC1 result.depth, r4, 1;
MOV r3, ina[r0.y + 1];
s2:
RET (CF);
MOV r4.w, 1;
RET (GE1);
RET (LE1.z);
RET (GT1);
RET (GE1);
RET (GT1);
MOV r0, r4;
RET (LE);
IF NE;
RET;
ENDIF;
MOV r4, 1;
END
