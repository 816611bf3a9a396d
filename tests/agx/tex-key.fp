!!NVfp4.0
# RUN: -target=agx -O0 -ftex=0:compare=less -verify-sim=16 -o /dev/null
# RUN: -target=agx -O2 -ftex=0:compare=less -verify-sim=16 -o /dev/null
# RUN: -target=agx -O2 -verify-sim=16 -o /dev/null
# A unit with a comparison of the key: its accesses are plain ones, the question for its size still names the shadow target.
TEMP r;
INT TEMP s;
TXQ s, {0}, texture[0], SHADOW2D;
I2F r, s;
TEX r.x, fragment.texcoord[0], texture[0], SHADOW2D;
MOV result.color, r;
END
