!!NVfp4.0
# RGB to hue: maximum, minimum, sector by comparisons of the inputs, then a division.
TEMP c, mx, mn, h, t;
MOV.SAT c, fragment.color;
MAX mx.x, c.x, c.y;
MAX mx.x, mx.x, c.z;
MIN mn.x, c.x, c.y;
MIN mn.x, mn.x, c.z;
SUB.CC mx.y, mx.x, mn.x;
MOV h, 0.0;
IF GT.y;
  SUB.CC t.x, c.x, mx.x;
  IF EQ.x;
    SUB h.x, c.y, c.z;
  ELSE;
    SUB.CC t.x, c.y, mx.x;
    IF EQ.x;
      SUB h.x, c.z, c.x;
      MAD h.x, mx.y, 2.0, h.x;
    ELSE;
      SUB h.x, c.x, c.y;
      MAD h.x, mx.y, 4.0, h.x;
    ENDIF;
  ENDIF;
  DIV h.x, h.x, mx.y;
  DIV h.y, mx.y, mx.x;
ENDIF;
MOV h.z, mx.x;
MOV result.color, h;
END
