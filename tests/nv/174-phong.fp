!!NVfp4.0
# Per-pixel lighting: normalise, reflect, power; two lights in a loop over a parameter array.
PARAM light[4] = { program.local[0..3] };
TEMP n, v, l, r, sum, t;
INT TEMP i;
NRM n, fragment.texcoord[0];
NRM v, -fragment.texcoord[1];
MOV sum, { 0.1, 0.1, 0.1, 1.0 };
MOV.S i, 0;
REP.S 2;
  NRM l, light[i.x];
  DP3.SAT t.x, n, l;
  RFL r, n, l;
  DP3.SAT t.y, r, v;
  POW t.y, t.y, 16.0;
  MAD sum.xyz, t.x, light[i.x + 1], sum;
  ADD sum.xyz, sum, t.y;
  ADD.S i.x, i.x, 2;
ENDREP;
MOV.SAT result.color, sum;
END
