!!NVfp4.0
# Iterating z^2 + c with the derivative; each lane leaves when it escapes. Only multiplications and additions decide.
PARAM c = { -0.75, 0.125 };
TEMP z, dz, t;
INT TEMP n;
MOV z.xy, fragment.texcoord[0];
MOV dz.xy, { 1.0, 0.0 };
MOV.S n, 0;
REP.S 16;
  MUL t.x, z.x, z.x;
  MAD t.x, z.y, z.y, t.x;
  SGT.CC t.y, t.x, 16.0;
  BRK (NE.y);
  MUL t.z, z.x, dz.x;
  MAD t.z, -z.y, dz.y, t.z;
  MUL t.w, z.x, dz.y;
  MAD t.w, z.y, dz.x, t.w;
  ADD dz.xy, t.zwzw, t.zwzw;
  MUL t.z, z.x, z.x;
  MAD t.z, -z.y, z.y, t.z;
  MUL t.w, z.x, z.y;
  ADD z.x, t.z, c.x;
  MAD z.y, t.w, 2.0, c.y;
  ADD.S n.x, n.x, 1;
ENDREP;
MOV result.color.xy, z;
MOV result.color.z, dz.x;
I2F.S result.color.w, n.x;
END
