!!NVfp4.0
# Ambient occlusion: eight offsets around a pixel, depth compared with a range check.
PARAM kernel[8] = { program.local[0..7] };
PARAM radius = program.local[8];
TEMP base, s, occ, t;
INT TEMP i;
MOV base.xy, fragment.texcoord[0];
MOV base.zw, 0.0;
TXL base.z, base.xyww, texture[0], 2D;
MOV occ, 0.0;
MOV.S i.x, 0;
REP.S 8;
  MAD s.xyz, kernel[i.x], radius.x, base;
  MOV s.w, 0.0;
  TXL t.x, s.xyww, texture[0], 2D;
  SUB t.y, base.z, t.x;
  SLT t.z, |t.y|, radius.y;
  SLT t.w, t.x, s.z;
  MAD occ.x, t.z, t.w, occ.x;
  ADD.S i.x, i.x, 1;
ENDREP;
MAD.SAT occ.x, occ.x, -0.125, 1.0;
MUL result.color, occ.x, fragment.color;
END
