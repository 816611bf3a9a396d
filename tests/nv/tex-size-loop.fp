!!NVfp4.0
# TXQ gives the size, which bounds a loop of TXF over the first row (16 texels at most).
INT TEMP size, at;
TEMP sum, t;
TXQ size.xy, 0, texture[0], 2D;
MIN.S size, size, 16;
MOV.S at, 0;
MOV sum, fragment.attrib[0];
REP.S size.x;
  TXF t, at, texture[0], 2D;
  MAD sum, sum, 0.75, t;
  ADD.S at.x, at.x, 1;
ENDREP;
MOV result.color, sum;
END
