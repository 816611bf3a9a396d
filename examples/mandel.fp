!!NVfp4.0
# The Mandelbrot set: iterate z = z*z + c, stop when |z| > 2, colour by the number of steps.
# Shows: a bounded loop left early, condition codes as loop control, integer counting, subroutines.
PARAM palette[4] = { { 0.0, 0.1, 0.3, 1.0 }, { 0.9, 0.7, 0.2, 1.0 }, { 0.6, 0.1, 0.1, 1.0 }, { 0.0, 0.0, 0.0, 1.0 } };
TEMP z, c, t, out;
INT TEMP n, entry;

main:
  MOV c.xy, fragment.texcoord[0];
  MOV z.xy, 0.0;
  MOV.S n.x, 0;
  REP.S 24;
    MUL t.x, z.x, z.x;
    MAD t.y, z.y, z.y, t.x;
    SGT.CC t.z, t.y, 4.0;
    BRK (NE.z);
    CAL step;
    ADD.S n.x, n.x, 1;
  ENDREP;
  CAL colour;
  MOV result.color, out;
  RET;

step:                                     # z = z*z + c, with t.x = z.x * z.x
  MAD t.x, -z.y, z.y, t.x;
  MUL t.w, z.x, z.y;
  ADD z.x, t.x, c.x;
  MAD z.y, 2.0, t.w, c.y;
  RET;

colour:                                   # n < 24: cycle through three colours; else black
  SEQ.S.CC entry.y, n.x, 24;
  IF NE.y;
    MOV out, palette[3];
    RET;
  ENDIF;
  MOD.S entry.x, n.x, 3;
  MOV out, palette[entry.x];
END
