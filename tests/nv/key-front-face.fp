!!NVfp4.0
# The facing of the machine goes through a word of the driver, for the facing that a program reads and for the colours of back faces.
# RUN: -verify-sim=64 -ffront-face=word -O0 -o /dev/null
# RUN: -verify-sim=64 -ffront-face=word -O1 -o /dev/null
# RUN: -verify-sim=64 -ffront-face=word -ftwo-side -O2 -o /dev/null
# RUN: -verify-sim=64 -ffront-face=word -ftwo-side -O3 -o /dev/null
# RUN: -verify-sim=64 -ffront-face=word -ftwo-side -preshader -o /dev/null
# RUN: -verify-sim=64 -ffront-face=word -ftwo-side -fno-preshader -mcpu=bxs-4-64 -o /dev/null
# RUN: -verify-sim=64 -ffront-face=word -ftwo-side -target=agx -O0 -o /dev/null
# RUN: -verify-sim=64 -ffront-face=word -ftwo-side -target=agx -O2 -o /dev/null
TEMP t;
MOV t, fragment.color;
SGT.CC t.x, fragment.facing.x, 0;
IF NE.x;
MUL t, t, fragment.facing;
ENDIF;
ADD result.color, t, fragment.color.secondary;
END
