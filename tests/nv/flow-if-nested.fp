!!NVfp4.0
# IF in IF in ELSE: a decision tree over four components; each leaf is different.
ATTRIB a = fragment.attrib[0];
TEMP t;
INT TEMP leaf;
SGE.CC t, a, 0.0;
MOV.S leaf, 0;
IF NE.x;
  IF NE.y;
    IF NE.z;
      MOV.S leaf.x, 1;
    ELSE;
      MOV.S leaf.y, 2;
      IF NE.w;
        MOV.S leaf.x, 3;
      ENDIF;
    ENDIF;
  ELSE;
    MOV.S leaf.z, 4;
  ENDIF;
  ADD.S leaf.w, leaf.x, 16;
ELSE;
  IF NE.w;
    MOV.S leaf, 5;
  ELSE;
    IF NE.z;
      SUB.S leaf.x, leaf.x, 6;
    ENDIF;
  ENDIF;
ENDIF;
MOV.S result.color, leaf;
END
