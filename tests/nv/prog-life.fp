!!NVfp4.0
# One step of the game of life on a texture: eight fetches, a count in integers, the rule.
INT TEMP at, n, p, q;
TEMP t;
AND.S at, fragment.attrib[0], 3;
ADD.S at, at, 1;
MOV.S at.zw, 0;
MOV.S n, 0;
MOV.S p.y, -1;
REP.S 3;
  MOV.S p.x, -1;
  REP.S 3;
    MOV.S q, at;
    ADD.S q.xy, at, p;
    TXF t, q, texture[0], RECT;
    SGT.CC t.x, t.x, 0.5;
    ADD.S n.x (NE.x), n.x, 1;
    ADD.S p.x, p.x, 1;
  ENDREP;
  ADD.S p.y, p.y, 1;
ENDREP;
TXF t, at, texture[0], RECT;
SGT.CC t.x, t.x, 0.5;
ADD.S n.y, n.x, 0;
SUB.S n.y (NE.x), n.y, 1;
SEQ.S n.z, n.y, 3;
SEQ.S n.w, n.y, 2;
AND.S n.w (NE.x), n.w, -1;
AND.S n.w (EQ.x), n.w, 0;
OR.S n.z, n.z, n.w;
MOV.S result.color, n;
END
