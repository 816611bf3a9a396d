!!NVfp4.0
# Filled in one loop, summed backwards in another.
PARAM seed = program.local[0];
INT TEMP i;
TEMP m[10], s;
MOV.S i.x, 0;
MOV s, fragment.attrib[0];
REP.S 10;
MAD s, s, 0.5, seed;
MOV m[i.x], s;
ADD.S i.x, i.x, 1;
ENDREP;
MOV s, 0.0;
REP.S 10;
SUB.S i.x, i.x, 1;
MAD s, s, -0.5, m[i.x].wxyz;
ENDREP;
MOV result.color, s;
END
