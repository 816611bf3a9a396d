!!NVfp4.0
# Ifs in ifs, with a texture, a reciprocal and two uniforms a component in the arms.
TEMP t, s;
MOV t, fragment.texcoord[0];
SLT.CC s.x, t.x, 0.5;
IF NE.x;
SLT.CC s.x, t.y, 0.25;
IF NE.x;
MUL s, t, program.local[0];
ELSE;
MAD s, t, program.local[1], program.local[2];
ENDIF;
ELSE;
SGE.CC s.x, t.z, t.w;
IF NE.x;
TXL s, t, texture[0], 2D;
ELSE;
RCP s.x, t.w;
MUL s, t, s.x;
ENDIF;
ENDIF;
MOV result.color, s;
END
