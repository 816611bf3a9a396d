!!NVfp4.0
# Population count two ways, by adding fields and by a loop that clears the lowest bit; both must agree.
OPTION ARB_draw_buffers;
UINT TEMP v, t, n;
MOV.U v, fragment.attrib[0];
SHR.U t, v, 1;
AND.U t, t, 0x55555555;
SUB.U v, v, t;
AND.U t, v, 0x33333333;
SHR.U v, v, 2;
AND.U v, v, 0x33333333;
ADD.U v, v, t;
SHR.U t, v, 4;
ADD.U v, v, t;
AND.U v, v, 0x0F0F0F0F;
MUL.U v, v, 0x01010101;
SHR.U v, v, 24;
MOV.U result.color[0], v;
MOV.U t, fragment.attrib[0];
MOV.U n, 0;
REP.U 32;
  MOV.U.CC t.x, t;
  BRK (EQ.x);
  SUB.U t.y, t.x, 1;
  AND.U t.x, t.x, t.y;
  ADD.U n.x, n.x, 1;
ENDREP;
SUB.U n.y, n.x, v.x;
MOV.U result.color[1].xy, n;
END
