!!NVfp4.0
# Lookups with an explicit level or derivatives in divergent branches and loops.
ATTRIB c = fragment.texcoord[0];
FLAT INT ATTRIB k = fragment.attrib[0];
TEMP r, t, s;
INT TEMP n;
MOV r, 0.0;
MOV s, c;
MOV.CC t, c;
IF GT.x;
  TXL r, c, texture[0], 2D;
ELSE;
  TXD r, c, c.zwxy, c.wzyx, texture[1], 2D;
ENDIF;
AND.S n, k, 3;
REP.S n.x;
  TXL t, s, texture[0], 2D;
  MAD r, t, 0.5, r;
  ADD s.xy, s, t.zwxy;
ENDREP;
MOV.CC t, r;
TXF r.w (LT.y), n, texture[2], 2D;
MOV result.color, r;
END
