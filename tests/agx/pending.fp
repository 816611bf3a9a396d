!!NVfp4.0
# RUN: -target=agx -O0 -verify-sim=4
# RUN: -target=agx -O2 -verify-sim=4
# More accesses in a row than may be in flight in one slot: a wait stands in front of the ninth.
TEMP r[10], s;
TEX r[0], fragment.texcoord[0], texture[0], 2D;
TEX r[1], fragment.texcoord[1], texture[1], 2D;
TEX r[2], fragment.texcoord[2], texture[2], 2D;
TEX r[3], fragment.texcoord[3], texture[3], 2D;
TEX r[4], fragment.texcoord[4], texture[4], 2D;
TEX r[5], fragment.texcoord[5], texture[5], 2D;
TEX r[6], fragment.texcoord[6], texture[6], 2D;
TEX r[7], fragment.texcoord[7], texture[7], 2D;
TEX r[8], fragment.texcoord[0], texture[8], 2D;
TEX r[9], fragment.texcoord[1], texture[9], 2D;
MOV s, r[0];
ADD s, s, r[1];
ADD s, s, r[2];
ADD s, s, r[3];
ADD s, s, r[4];
ADD s, s, r[5];
ADD s, s, r[6];
ADD s, s, r[7];
ADD s, s, r[8];
ADD s, s, r[9];
MOV result.color, s;
END
