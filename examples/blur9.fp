!!NVfp4.0
# Nine-tap separable Gaussian blur along a given axis.
# Shows: a REP loop over a parameter array with relative addressing, and a texture access in a loop with an explicit level.
PARAM weight[5] = { { 0.227027 }, { 0.1945946 }, { 0.1216216 }, { 0.054054 }, { 0.016216 } };
PARAM axis = program.local[0];            # xy: one texel along the blur direction
INT TEMP i;
TEMP coord, tap, sum, dist;

MOV coord.zw, 0.0;
MOV coord.xy, fragment.texcoord[0];
TXL sum, coord, texture[0], 2D;
MUL sum, sum, weight[0].x;

MOV.S i.x, 1;
MOV dist, 1.0;
REP.S 4;
  MAD coord.xy, axis, dist, fragment.texcoord[0];
  TXL tap, coord, texture[0], 2D;
  MAD sum, tap, weight[i.x].x, sum;
  MAD coord.xy, -axis, dist, fragment.texcoord[0];
  TXL tap, coord, texture[0], 2D;
  MAD sum, tap, weight[i.x].x, sum;
  ADD.S i.x, i.x, 1;
  ADD dist, dist, 1.0;
ENDREP;
MOV result.color, sum;
END
