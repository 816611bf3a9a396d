!!NVfp4.0
# As derivative-nan-call.fp, in a loop that invocations leave in different turns; what a derivative is made of comes from the turn before.
# RUN: -O1 -verify-sim=64 -o /dev/null
# RUN: -O2 -ffp=fast -verify-sim=64 -o /dev/null
# RUN: -target=agx -O1 -verify-sim=64 -o /dev/null
TEMP t, u, r;
MOV r, fragment.attrib[1];
MOV t.y, fragment.attrib[0].z;
CMP t.x, fragment.attrib[0].x, fragment.attrib[0].x, fragment.attrib[3].y;
SLT.CC t.x, -|fragment.attrib[0].y|, t.x;
REP 4;
ADD t.y, t.y, t.x;
DDX u, r;
MAD r, r, fragment.attrib[2], u;
SGT.CC t.z, t.y, 2;
BRK (NE.z);
ENDREP;
MOV result.color, r;
END
