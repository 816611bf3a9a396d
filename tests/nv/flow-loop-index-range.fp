!!NVfp4.0
# A relative index that counts up with a loop of a constant number of iterations, which other exits leave earlier: it needs no clamp.
PARAM w[40] = { program.local[0..39] };
PARAM k = program.local[50];
TEMP a, t, c;
INT TEMP i;
MOV a, 0.0;
MOV.S i.x, 0;
REP.S 39;
MAD a, a, fragment.texcoord[0], w[i.x];
MAD a, a, fragment.texcoord[0], w[i.x+1];
SGT.CC c.x, a.x, k.x;
BRK (NE.x);
ADD.S i.x, i.x, 1;
ENDREP;
MOV result.color, a;
END
