!!NVfp4.0
# With -ffp=gl the comparison below may send a NaN another way than the source does. Then derivatives in the subroutine are undefined in quads in
# which those of the source are not, and IR and machine code have different values there.
# RUN: -O1 -verify-sim=64 -o /dev/null
# RUN: -O2 -ffp=fast -verify-sim=64 -o /dev/null
# RUN: -target=agx -O1 -verify-sim=64 -o /dev/null
TEMP t, u, r;
change:
MUL u, r, fragment.attrib[2];
KIL u.w;
DDY u, u;
ADD r, r, u;
RET;
main:
MOV r, fragment.attrib[1];
CMP t.x, fragment.attrib[0].x, fragment.attrib[0].x, fragment.attrib[3].y;
SLT.CC t.x, -|fragment.attrib[0].y|, t.x;
CAL change (NE.x);
DDX u, r;
MOV result.color, u;
END
