!!NVfp4.0
# As derivative-nan-loop.fp: with -ffp=fast 0 times an infinity is 0, and the number of turns another one.
# RUN: -O1 -ffp=fast -verify-sim=64 -o /dev/null
# RUN: -target=agx -O2 -ffp=fast -verify-sim=64 -o /dev/null
TEMP t, u, r;
MOV r, fragment.attrib[1];
MOV t.y, fragment.attrib[0].z;
MUL t.x, fragment.attrib[0].x, 0;
SGE t.x, t.x, 0;
REP 4;
ADD t.y, t.y, t.x;
DDX u, r;
MAD r, r, fragment.attrib[2], u;
SGT.CC t.z, t.y, 2;
BRK (NE.z);
ENDREP;
MOV result.color, r;
END
