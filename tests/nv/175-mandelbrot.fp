!!NVfp4.0
# An iteration that lanes leave at different times, with CC1 kept through the loop.
TEMP z, c, t;
INT TEMP n;
MOV c, fragment.texcoord[0];
MOV z, 0.0;
MOV.S n, 0;
REP 20;
  MUL t.xy, z, z;
  SUB t.z, t.x, t.y;
  ADD t.w, t.x, t.y;
  SUB.CC1 t.w, t.w, 4.0;
  BRK (GT1.w);
  MUL z.y, z.x, z.y;
  MAD z.y, z.y, 2.0, c.y;
  ADD z.x, t.z, c.x;
  ADD.S n.x, n.x, 1;
ENDREP;
I2F t, n.x;
MUL result.color, t, 0.05;
END
