!!NVfp4.0
# The stack of issue 34: a temporary array and a pointer; pushes depend on bits of the input.
TEMP stack[8], r;
INT TEMP sp, k;
main:
MOV.S sp.x, 0;
MOV.S k, fragment.attrib[0];
MOV r, fragment.attrib[1];
REP.S 6;
  AND.S.CC k.y, k.x, 1;
  CAL push (NE.y);
  MUL r, r, 1.25;
  AND.S.CC k.y, k.x, 2;
  CAL pop (NE.y);
  SHR.S k.x, k.x, 1;
ENDREP;
MOV result.color, r;
RET;
push:
SGE.S.CC k.z, sp.x, 8;
RET (NE.z);
MOV stack[sp.x], r;
ADD.S sp.x, sp.x, 1;
RET;
pop:
SLE.S.CC k.z, sp.x, 0;
RET (NE.z);
SUB.S sp.x, sp.x, 1;
ADD r, r, stack[sp.x].wzyx;
RET;
END
