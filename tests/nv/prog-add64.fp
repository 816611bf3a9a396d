!!NVfp4.0
# A string of 64-bit additions: Fibonacci numbers modulo 2^64 in two words, the carry by CF, by SLT and by both compared.
OPTION ARB_draw_buffers;
UINT TEMP a, b, t, c;
MOV.U a, fragment.attrib[0];
MOV.U b, fragment.attrib[1];
REP.S 10;
  ADD.U.CC t.x, a.x, b.x;
  MOV.U c.x, 0;
  MOV.U c.x (CF.x), 1;
  SLT.U c.y, t.x, b.x;
  ADD.U t.y, a.y, b.y;
  ADD.U t.y, t.y, c.x;
  ADD.U c.z, c.x, c.y;
  OR.U c.w, c.w, c.z;
  MOV.U a.xy, b;
  MOV.U b.xy, t;
ENDREP;
MOV.U result.color[0], b;
MOV.U result.color[1], c.w;
END
