!!NVfp4.0
# glmark2-es2 effect2d:kernel=1,1,1,1,1;
# Five texels of a row, in a loop that a condition ends.
TEMP sum, at, t;

MOV sum, 0.0;
ADD at, fragment.attrib[0], { -0.01, 0.0, 0.0, 0.0 };
MOV at.w, 5.0;
REP;
  TEX t, at, texture[0], 2D;
  ADD sum.xyz, sum, t;
  ADD at.x, at, 0.005;
  SUB.CC at.w, at.w, 1.0;
  BRK (LE.w);
ENDREP;
MUL result.color.xyz, sum, 0.2;
MOV result.color.w, 1.0;
END
