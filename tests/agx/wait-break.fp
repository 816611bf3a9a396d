!!NVfp4.0
# RUN: -target=agx -O0 -verify-sim=8 -verify-each -o /dev/null
# RUN: -target=agx -O2 -verify-sim=8 -verify-each -o /dev/null
# A RET between a texture and its use jumps over the rest of the subroutine: the wait is in front of the jump, as the block of the arm has
# no code that lanes come by. The loop around it comes to the texture again.
TEMP a, b, t, u;
INT TEMP n;
MOV t, fragment.texcoord[0];
MOV u, 0;
REP.S 4;
CAL part;
ADD t, t, u;
ENDREP;
MOV result.color, u;
RET;
part:
SLT.CC b.x, t.x, fragment.texcoord[1].x;
RET (NE.x);
TXL a, t, texture[0], 2D;
SLT.CC b.x, t.y, fragment.texcoord[1].y;
RET (NE.x);
TXL b, t.yxzw, texture[1], 2D;
COS t.x, b.x;
SIN t.y, b.y;
DIV u, a, b.x;
PK4B.S n.x, u;
I2F u.x, n.x;
DIV t.zw, u, a.y;
ADD t, t, b;
TXL b, t.yxzw, texture[1], 2D;
TXL a, b, texture[1], 2D;
TXL b, a.yxzw, texture[1], 2D;
ADD u, a, b;
END
