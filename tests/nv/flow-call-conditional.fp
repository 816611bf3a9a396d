!!NVfp4.0
# CAL (test): lanes that fail do not enter; the code set in the subroutine is seen behind it.
ATTRIB a = fragment.attrib[0];
TEMP r, t;
main:
MOV.CC t, a;
MOV r, 0.0;
CAL add1 (GT.x);
CAL add1 (LT.yzyz);
CAL add2 (NE.w);
ADD r.w, r.x, r.y;
MOV r.z (EQ.x), 9.0;
MOV result.color, r;
RET;
add1:
ADD r.x, r.x, 1.0;
RET;
add2:
ADD.CC r.xy, r, -1.0;
RET;
END
