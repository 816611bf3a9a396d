!!NVfp4.0
# Value noise on an integer lattice: hash of the corners, smooth interpolation, three octaves.
TEMP p, f, g, sum, amp;
INT TEMP i;
UINT TEMP h, k;
main:
MIN p.xy, fragment.texcoord[0], 1000.0;
MAX p.xy, p, -1000.0;
MOV sum, 0.0;
MOV amp.x, 0.5;
REP 3;
  FLR.S i.xy, p;
  FRC f.xy, p;
  MAD g.xy, f, -2.0, 3.0;
  MUL f.xy, f, f;
  MUL f.xy, f, g;
  MOV.U.NTC k.x, i.x;
  MOV.U.NTC k.y, i.y;
  CAL hash;
  MOV g.x, p.z;
  ADD.U k.x, k.x, 1;
  CAL hash;
  LRP g.x, f.x, p.z, g.x;
  ADD.U k.y, k.y, 1;
  CAL hash;
  MOV g.y, p.z;
  SUB.U k.x, k.x, 1;
  CAL hash;
  LRP g.y, f.x, g.y, p.z;
  LRP g.x, f.y, g.y, g.x;
  MAD sum, g.x, amp.x, sum;
  MUL amp.x, amp.x, 0.5;
  ADD p.xy, p, p;
ENDREP;
MOV result.color, sum;
RET;
hash:
MUL.U h.x, k.x, 0x9E3779B1;
MAD.U h.x, k.y, 0x85EBCA77, h.x;
SHR.U h.y, h.x, 15;
XOR.U h.x, h.x, h.y;
MUL.U h.x, h.x, 0xC2B2AE3D;
SHR.U h.x, h.x, 8;
I2F.U p.z, h.x;
MUL p.z, p.z, 5.9604645e-8;
RET;
END
