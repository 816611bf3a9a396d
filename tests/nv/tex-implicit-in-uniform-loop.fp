!!NVfp4.0
# TEX in a loop that all lanes run the same number of times.
ATTRIB c = fragment.texcoord[0];
TEMP r, t, s;
MOV r, 0.0;
MOV s, c;
REP 3;
  TEX t, s, texture[0], 2D;
  ADD r, r, t;
  ADD s, s, 0.125;
ENDREP;
MOV result.color, r;
END
