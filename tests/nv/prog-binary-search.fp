!!NVfp4.0
# Binary search in a sorted table of parameters; the loop has a fixed number of steps.
PARAM key[16] = { 0.1, 0.2, 0.4, 0.7, 1.1, 1.6, 2.2, 2.9, 3.7, 4.6, 5.6, 6.7, 7.9, 9.2, 10.6, 12.1 };
INT TEMP lo;
TEMP v, t;
ABS v, fragment.attrib[0];
MOV.S lo, 0;
MOV.S lo.y, 8;
REP.S 4;
  ADD.S lo.z, lo.x, lo.y;
  SUB.CC t.x, v.x, key[lo.z].x;
  MOV.S lo.x (GE.x), lo.z;
  SHR.S lo.y, lo.y, 1;
ENDREP;
SUB t.x, v.x, key[lo.x].x;
I2F.S t.y, lo.x;
MOV result.color.xy, t;
MOV result.color.zw, key[lo.x];
END
