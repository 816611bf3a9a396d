!!NVfp4.0
# glmark2-es2 loop:fragment-steps=5:fragment-uniform=true:vertex-steps=5
# As many turns as a uniform says. The rows of a window are told by another one: they count upwards or downwards.
PARAM c[2] = { program.local[0..1] };
TEMP d;
INT TEMP i;

MAD d.y, fragment.position.y, c[1].z, c[1].w;
MUL d.x, fragment.position.x, 0.0001;
MUL d.x, d.x, d.y;
FRC d.x, d.x;
MOV.S i.x, c[0].x;
REP;
  SUB.S.CC i.x, i.x, 1;
  BRK (LT.x);
  MUL d.x, d.x, 3.0;
  FRC d.x, d.x;
ENDREP;
MOV result.color.xyz, d.x;
MOV result.color.w, 1.0;
END
