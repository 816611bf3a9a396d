!!NVfp4.0
# Steps of the Collatz sequence, at most 40; even and odd turns diverge.
INT TEMP n, s, t;
AND.S n, fragment.attrib[0], 255;
ADD.S n, n, 1;
MOV.S s, 0;
REP.S 40;
  SEQ.S.CC t.x, n.x, 1;
  BRK (NE.x);
  ADD.S s.x, s.x, 1;
  AND.S.CC t.y, n.x, 1;
  IF EQ.y;
    SHR.S n.x, n.x, 1;
    CONT;
  ENDIF;
  MAD.S n.x, n.x, 3, 1;
  ADD.S s.y, s.y, 1;
ENDREP;
MOV.S s.z, n.x;
MOV.S result.color, s;
END
