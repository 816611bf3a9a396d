!!NVfp4.0
# five taps of a blur
PARAM w[5] = { program.local[0..4] };
PARAM o[5] = { program.local[5..9] };
TEMP a, t, c;
INT TEMP i;
MOV a, 0.0;
MOV.S i.x, 0;
REP.S 5;
ADD c, fragment.texcoord[0], o[i.x];
TEX t, c, texture[0], 2D;
MAD a, t, w[i.x], a;
ADD.S i.x, i.x, 1;
ENDREP;
MOV result.color, a;
END
