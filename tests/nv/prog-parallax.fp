!!NVfp4.0
# Parallax occlusion mapping: march a height field with TXL, at most 8 steps, then refine once.
PARAM scale = program.local[0];
TEMP step, at, h, prev;
INT TEMP n;
RCP step.w, fragment.attrib[1].z;
MUL step.xy, fragment.attrib[1], step.w;
MUL step.xy, step, scale.x;
MOV step.z, -0.125;
MOV step.w, 0.0;
MOV at.xy, fragment.texcoord[0];
MOV at.z, 1.0;
MOV at.w, 0.0;
MOV prev, 0.0;
MOV.S n.x, 0;
REP.S 8;
  TXL h.x, at.xyww, texture[0], 2D;
  SUB.CC h.y, h.x, at.z;
  BRK (GE.y);
  MOV prev, at;
  ADD at, at, step;
  ADD.S n.x, n.x, 1;
ENDREP;
ADD at.xy, at, prev;
MUL at.xy, at, 0.5;
TXL h, at.xyww, texture[1], 2D;
MUL result.color, h, fragment.color;
END
