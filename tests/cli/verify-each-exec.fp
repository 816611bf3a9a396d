!!NVfp4.0
# The IR runs before and after every pass: no pass breaks this, with a key neither.
# RUN: -verify-each=exec -o /dev/null
# RUN: -verify-each=exec -O1 -ftwo-side -ftex=0:swizzle=wzyx -o /dev/null
# RUN: -verify-each=exec -verify-sim=4 -target=usc -O3 -o /dev/null
TEMP t, u;
INT TEMP i;
MOVC t, fragment.color;
MOV u, 0;
IF LT.y;
  TEX u, t, texture[0], 2D;
ELSE;
  MUL u, t, 3.0;
ENDIF;
DIV.S i, t, fragment.attrib[0].x;
AND.S i, i, 7;
I2F t, i;
ADD result.color, t, u;
END
