!!NVfp4.0
# Inputs that only a loop reads are iterated in front of it, once for all iterations: smooth, flat, linear, centroid; in an inner loop, under
# a condition, by lanes that leave early and some that never come; and one that a loop and what is behind it read.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
ATTRIB b = fragment.attrib[1];
CENTROID ATTRIB c = fragment.attrib[2];
NOPERSPECTIVE ATTRIB d = fragment.attrib[3];
FLAT ATTRIB e = fragment.attrib[4];
ATTRIB f = fragment.attrib[5];
ATTRIB g = fragment.attrib[6];
TEMP r, s, t;
MOV r, a;
MOV s, 0;
REP.S 5;
  MAD r, r, 0.5, b;
  SGT.CC t.x, r.x, 1.5;
  BRK (NE.x);
  SLT.CC t.y, r.y, c.y;
  IF NE.y;
    REP.S 2;
      MAD s, s, 0.75, c;
      ADD s.xy, s, d.zwxy;
      MUL s.z, s.z, e.w;
    ENDREP;
  ELSE;
    TXL t, f, texture[0], 2D;
    ADD s, s, t;
  ENDIF;
  ADD s.w, s.w, g.w;
ENDREP;
SGT.CC t.x, a.z, a.w;
IF NE.x;
  REP.S 3;
    MAD r, r, f, g;
  ENDREP;
ENDIF;
ADD s.x, s.x, d.x;
MOV result.color[0], r;
MOV result.color[1], s;
END
