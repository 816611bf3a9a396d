!!NVfp4.0
# RUN: -O2 -verify-sim=64 -o /dev/null
# RUN: -target=agx -O2 -verify-sim=64 -o /dev/null
# What is equal to 0.0 may be -0.0: pass conditions may not take the one for the other in the arm where they are equal. The
# textures keep the arm from becoming selects.
TEMP t, r, q;
MUL t, fragment.texcoord[0], 0.0;
MOV r, fragment.texcoord[1];
MOV.CC t.y, t.x;
IF EQ.y;
   RCP q.x, t.x;
   TXL q.yzw, r, texture[0], 2D;
   TXL r, q.yzwy, texture[1], 2D;
   MOV r.x, q.x;
ENDIF;
MOV result.color, r;
END
