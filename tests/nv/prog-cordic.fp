!!NVfp4.0
# CORDIC in integers: rotate (1,0) by an angle of 16.16 radians in 14 steps with a table of arctangents.
INT PARAM atan[14] = { { 51472 }, { 30386 }, { 16055 }, { 8150 }, { 4091 }, { 2047 }, { 1024 }, { 512 }, { 256 }, { 128 },
                       { 64 }, { 32 }, { 16 }, { 8 } };
INT TEMP p, q, i;
TEMP f;
MIN f.x, fragment.attrib[0], 1.5;
MAX f.x, f, -1.5;
MUL f.x, f, 65536.0;
FLR.S p.z, f.x;
MOV.S p.x, 39797;
MOV.S p.y, 0;
MOV.S i.x, 0;
REP.S 14;
  SHR.S q.x, p.x, i.x;
  SHR.S q.y, p.y, i.x;
  MOV.S.CC q.z, p.z;
  IF GE.z;
    SUB.S p.x, p.x, q.y;
    ADD.S p.y, p.y, q.x;
    SUB.S p.z, p.z, atan[i.x].x;
  ELSE;
    ADD.S p.x, p.x, q.y;
    SUB.S p.y, p.y, q.x;
    ADD.S p.z, p.z, atan[i.x].x;
  ENDIF;
  ADD.S i.x, i.x, 1;
ENDREP;
MOV.S p.w, i.x;
MOV.S result.color, p;
END
