!!NVfp4.0
# glmark2-es2 conditionals:fragment-steps=5:vertex-steps=5
# CMP and an arithmetic choice in place of branches.
PARAM c[1] = { program.local[0..0] };
TEMP d;

MAD d.y, fragment.position.y, c[0].z, c[0].w;
MUL d.x, fragment.position.x, 0.0001;
MUL d.x, d.x, d.y;
FRC d.x, d.x;
REP.S { 5, 0, 0, 0 };
  SUB d.y, d.x, 0.5;
  CMP d.z, d.y, 3.0, 2.0;
  MUL d.x, d.x, d.z;
  FRC d.x, d.x;
ENDREP;
MOV result.color.xyz, d.x;
MOV result.color.w, 1.0;
END
